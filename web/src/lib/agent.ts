import { t } from './i18n/index.svelte';

// In this order: most browsers also claim to be those further down.
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];
const find = (list: readonly [RegExp, string][], text: string): string | undefined => list.find(([sign]) => sign.test(text))?.[1];

/** What a browser calls itself, in words. Whatever is no browser goes by its own name. */
export function agent(text: string): string {
  const [browser, system] = [find(BROWSERS, text), find(SYSTEMS, text)];
  if (browser && system) return t('agent.on', { browser, system });
  return browser ?? system ?? (text.split(/[\s/]/)[0] || t('agent.unknown'));
}
