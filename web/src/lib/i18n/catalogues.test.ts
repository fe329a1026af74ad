import { describe, expect, it } from 'vitest';
import de from './de';
import en from './en';
import fr from './fr';
import nl from './nl';

const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(Object.entries({ fr, nl, de }))('%s', (_, catalogue: Record<string, string>) => {
  it('has every sentence, and none that English lacks', () => {
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(en).sort());
  });
  it('leaves nothing empty and keeps the arguments', () => {
    for (const [key, text] of Object.entries(en)) {
      expect(catalogue[key]?.trim(), key).toBeTruthy();
      expect(names(catalogue[key] ?? ''), key).toEqual(names(text));
    }
  });
});
