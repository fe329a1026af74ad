import { resolve } from '$app/paths';
import type { Page } from '../learn/rules';

/** Where a clause stands: `4.2` on the page of its game, `0.7` on the one that all games share. */
export function clauseAt(clause: string): string | null {
  const [, page, number] = /^(\w+) ([\d.]+\w?)$/.exec(clause) ?? [];
  if (!page || !number) return null;
  const of = number.startsWith('0.') ? 'shared' : page.toLowerCase();
  return `${resolve('/learn/[page=rules]', { page: of as Page })}#${number}`;
}
