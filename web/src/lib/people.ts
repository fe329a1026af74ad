import type { TableSeat } from './api/types';
import { t } from './i18n/index.svelte';

/** What someone is called here: a guest without a name goes by a number, in the reader's language. */
export function called(name: string): string {
  const number = /^Guest (\d{4})$/.exec(name)?.[1];
  return number === undefined ? name : t('guest', { n: number });
}

/** All who sit on a seat; empty if nobody has a name. */
export const sitting = ({ people }: Pick<TableSeat, 'people'>): string => people.map(({ name }) => called(name)).join(' & ');
