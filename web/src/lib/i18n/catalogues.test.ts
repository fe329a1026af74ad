import { describe, expect, it } from 'vitest';
import de from './de';
import en from './en';
import fr from './fr';
import nl from './nl';
import deReasons from './reasons/de';
import enReasons from './reasons/en';
import frReasons from './reasons/fr';
import nlReasons from './reasons/nl';

const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

const languages = {
  fr: [fr, frReasons],
  nl: [nl, nlReasons],
  de: [de, deReasons],
};

describe.each(Object.entries(languages))('%s', (_, [sentences, reasons]) => {
  const pairs: [Record<string, string>, Record<string, string> | undefined][] = [
    [en, sentences],
    [enReasons, reasons],
  ];
  it.each(pairs)('has every sentence with its arguments, and none that English lacks', (english, translated) => {
    expect(Object.keys(translated ?? {}).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect(translated?.[key]?.trim(), key).toBeTruthy();
      expect(names(translated?.[key] ?? ''), key).toEqual(names(text));
    }
  });
});
