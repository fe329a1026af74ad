import { expect, it } from 'vitest';
import de from './words/de';
import en from './words/en';
import fr from './words/fr';
import nl from './words/nl';

const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

it.each(Object.entries({ fr, nl, de }))('%s says every sentence of Review with its arguments', (_, words) => {
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    expect(words[key as keyof typeof en].trim(), key).toBeTruthy();
    expect(names(words[key as keyof typeof en]), key).toEqual(names(text));
  }
});
