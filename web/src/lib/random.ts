/** Random bytes in hexadecimal. `crypto.randomUUID` is not there on plain http. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('');
