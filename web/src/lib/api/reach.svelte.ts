/** Whether the server answers: every request says what it met, and after a failure a quiet question is asked now and then. */
export const reach = $state({ away: false });

let asking: ReturnType<typeof setTimeout> | undefined;

export function met(answered: boolean): void {
  reach.away = !answered;
  clearTimeout(asking);
  if (answered) return;
  asking = setTimeout(() => {
    fetch('/healthz', { cache: 'no-store' }).then(
      (answer) => met(answer.ok),
      () => met(false),
    );
  }, 3000);
}
