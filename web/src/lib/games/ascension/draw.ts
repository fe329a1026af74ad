/** What chance decides: the deck in the order of its codes, shuffled, as docs/notation.md has it. */
export default function draw(below: (bound: number) => number): string {
  const deck = [...'TCSELMRKBG'].flatMap((code) => Array.from({ length: 4 }, () => code)).concat(Array.from({ length: 36 }, () => '.'));
  for (let i = deck.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return `deal=${deck.join('')}`;
}
