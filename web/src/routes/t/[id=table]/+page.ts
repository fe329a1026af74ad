import { invitation } from '$lib/table/invitation';
import type { PageLoad } from './$types';

/** The table itself comes by its socket. */
export const load: PageLoad = ({ params: { id }, url }) => ({ id, invite: url.searchParams.get('invite') ?? invitation(id) });
