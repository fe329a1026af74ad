/** Whether pixels are drawn by the processor: then they are fewer and cheaper. Known when `awake` is. */
export let software = false;

let asked: Promise<void> | null = null;
/** Kept, because it would end if nobody held it, and its end is waited for. */
let worker: Worker;

/** Wakes what draws, beside the page: the page would stand still for as long as that takes. */
export const awake = (): Promise<void> => (asked ??= wake());

async function wake(): Promise<void> {
  const name = await new Promise<string>((answer) => {
    worker = new Worker(new URL('./graphics.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<string>) => answer(data);
    // A browser that cannot draw there may still draw on the page.
    worker.onerror = () => answer('');
  });
  software = /swiftshader|llvmpipe|software/i.test(name);
}
