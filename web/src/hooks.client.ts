import type { ClientInit, HandleClientError } from '@sveltejs/kit';
import { ApiError } from '$lib/api/refusal';

/** A part of an address that can be decoded: a broken `%` stands for itself. */
function mend(part: string): string {
  try {
    // Used as a value, since a call that is made for its error alone is left out of the build.
    return decodeURI(part) ? part : '';
  } catch {
    return part.replaceAll('%', '%25');
  }
}

/** The router throws at an address that cannot be decoded; mended it is one that leads nowhere, and the page says so. */
export const init: ClientInit = () => {
  const { pathname, search, hash } = location;
  const mended = mend(pathname) + search + mend(hash);
  if (mended !== pathname + search + hash) history.replaceState(history.state, '', mended);
};

export const handleError: HandleClientError = ({ error, status, message }) => {
  if (error instanceof ApiError) return { message, refusal: error.refusal };
  if (status !== 404) console.error(error);
  return { message };
};
