/** A set-up that begins from a position. What the set-up began from before is left out. */
export function from(setup: string, position: string): string {
  const kept = setup.split(';').filter((part) => part !== '' && !/^(from|deal)=/.test(part));
  return [...kept, `from=${position}`].join(';');
}
