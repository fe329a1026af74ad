import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';

/** What the compiler does not say; how it looks is the formatter's. */
export default defineConfig(
  { ignores: ['dist', '.svelte-kit', 'src/lib/browser', 'src/lib/generated'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  {
    files: ['src/**/*.ts', 'src/**/*.svelte', 'e2e/**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: ['.svelte'], parser: ts.parser } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // These report what is right: ignores that the compiler needs, maps that nobody watches, addresses that a function made.
      'svelte/no-unused-svelte-ignore': 'off',
      'svelte/prefer-svelte-reactivity': 'off',
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
);
