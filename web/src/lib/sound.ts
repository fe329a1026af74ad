import { settings } from './settings.svelte';

/** Sounds are made, not loaded: wood on wood, the plate at its stop, a soft bell. Off until asked for. */
let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

function knock(ctx: AudioContext, pitch: number, length: number, loud: number): void {
  const noise = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 6;
  const source = new AudioBufferSourceNode(ctx, { buffer: noise });
  const body = new BiquadFilterNode(ctx, { type: 'bandpass', frequency: pitch, Q: 4 });
  const gain = new GainNode(ctx, { gain: loud });
  source.connect(body).connect(gain).connect(ctx.destination);
  source.start();
}

function bell(ctx: AudioContext, pitch: number, loud: number): void {
  for (const [ratio, share] of [
    [1, 1],
    [2.76, 0.35],
    [5.4, 0.15],
  ] as const) {
    const tone = new OscillatorNode(ctx, { frequency: pitch * ratio });
    const gain = new GainNode(ctx, { gain: 0 });
    const now = ctx.currentTime;
    gain.gain.setValueAtTime(loud * share, now);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + 1.4 / ratio);
    tone.connect(gain).connect(ctx.destination);
    tone.start(now);
    tone.stop(now + 1.5);
  }
}

export type Sound = 'wood' | 'plate' | 'turn' | 'over';

export function play(sound: Sound): void {
  const ctx = audio();
  if (!ctx) return;
  switch (sound) {
    case 'wood':
      return knock(ctx, 900, 0.09, 1.4);
    case 'plate':
      return knock(ctx, 320, 0.16, 2);
    case 'turn':
      return bell(ctx, 660, 0.08);
    case 'over':
      bell(ctx, 440, 0.1);
      return bell(ctx, 554, 0.08);
  }
}
