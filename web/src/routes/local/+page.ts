import type { PageLoad } from './$types';

/** The table itself comes from this browser. */
export const load: PageLoad = ({ url }) => ({ id: url.searchParams.get('id') ?? '' });
