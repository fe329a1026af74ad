export { isGame as match } from '$lib/games';
