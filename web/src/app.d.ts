import type { ReadRecord, Refusal } from '$lib/api/types';

declare global {
  namespace App {
    interface Error {
      message: string;
      /** What the server said, if it was the server. */
      refusal?: Refusal;
    }
    interface PageState {
      /** A record that was brought along and is looked at. */
      record?: ReadRecord;
    }
  }
}
