/** What may be the id of a table; whether there is one, the server says. */
export const match = (param: string): boolean => /^\w+$/.test(param);
