/** Whether the server answers: every request says what it met, and after a failure a quiet question is asked now and then. */
export const reach = $state({
  away: false,
  /** How often it came back, for a request or a socket: it may be another one now. */ returns: 0,
});

let asking: ReturnType<typeof setTimeout> | undefined;

export function met(answered: boolean): void {
  if (answered && reach.away) reach.returns += 1;
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
