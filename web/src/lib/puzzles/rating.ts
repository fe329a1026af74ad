/** Ratings by Glicko-2, as the server's, after one result against a puzzle whose strength is known roughly. */
export interface Rating {
  rating: number;
  deviation: number;
  volatility: number;
}

export const NEWCOMER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };
/** How well the strength of a puzzle is known. */
const PUZZLE_DEVIATION = 120;
const SCALE = 173.7178;
const TAU = 0.5;
const NEAR = 1e-6;

/** The rating after a puzzle of this strength was solved, or not. */
export function rated(before: Rating, strength: number, solved: boolean): Rating {
  const mu = (before.rating - 1500) / SCALE;
  const phi = before.deviation / SCALE;
  const weight = 1 / Math.sqrt(1 + (3 * (PUZZLE_DEVIATION / SCALE) ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-weight * (mu - (strength - 1500) / SCALE)));
  const variance = 1 / (weight ** 2 * expected * (1 - expected));
  const surprise = Number(solved) - expected;
  const volatility = newVolatility(before.volatility, phi, variance, variance * weight * surprise);
  const wider = Math.sqrt(phi ** 2 + volatility ** 2);
  const after = 1 / Math.sqrt(1 / wider ** 2 + 1 / variance);
  return { rating: 1500 + SCALE * (mu + after ** 2 * weight * surprise), deviation: SCALE * after, volatility };
}

/** The root of Glickman's step 5, by the Illinois algorithm. */
function newVolatility(before: number, phi: number, variance: number, delta: number): number {
  const a = Math.log(before ** 2);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const sum = phi ** 2 + variance + e;
    return (e * (delta ** 2 - sum)) / (2 * sum ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high: number;
  if (delta ** 2 > phi ** 2 + variance) high = Math.log(delta ** 2 - phi ** 2 - variance);
  else {
    let k = 1;
    while (f(a - k * TAU) < 0) k += 1;
    high = a - k * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > NEAR) {
    const middle = low + ((low - high) * fLow) / (fHigh - fLow);
    const fMiddle = f(middle);
    if (fMiddle * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [middle, fMiddle];
  }
  return Math.exp(low / 2);
}
