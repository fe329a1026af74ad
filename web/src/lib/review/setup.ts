/** What was agreed on, without what the game began from. */
export const bare = (setup: string): string =>
  setup
    .split(';')
    .filter((part) => part !== '' && !/^(from|deal)=/.test(part))
    .join(';');

/** A set-up that begins from a position. What the set-up began from before is left out. */
export const from = (setup: string, position: string): string => [bare(setup), `from=${position}`].filter(Boolean).join(';');
