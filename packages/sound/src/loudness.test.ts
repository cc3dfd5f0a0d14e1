import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integratedLoudness, normalise, rmsDb, truePeakDb } from './index.ts';
import { limitPeaks } from './limiter.ts';
import { samplePeak } from './true-peak.ts';
import { noise, silence, sine, spliced } from './testing/signals.ts';

const RATES = [16_000, 22_050, 24_000, 44_100, 48_000];

describe('integratedLoudness', () => {
  it.each(RATES)('measures a 997 Hz sine of −20 dBFS as −23.01 LUFS at %i Hz', (rate) => {
    expect(integratedLoudness(sine(997, -20, 3, rate), rate)).toBeCloseTo(-23.01, 1);
  });

  it('measures a low tone below and a high tone above its energy, as the K curve does', () => {
    const rate = 48_000;
    const middle = integratedLoudness(sine(997, -20, 3, rate), rate);
    expect(integratedLoudness(sine(40, -20, 3, rate), rate)).toBeLessThan(middle - 5);
    expect(integratedLoudness(sine(8000, -20, 3, rate), rate)).toBeCloseTo(middle + 3.3, 0);
  });

  it('leaves out silence by the absolute gate and soft passages by the relative gate', () => {
    const rate = 22_050;
    const loud = sine(997, -20, 10, rate);
    expect(integratedLoudness(spliced(loud, silence(10, rate)), rate)).toBeCloseTo(-23.0, 0);
    expect(integratedLoudness(spliced(loud, sine(997, -36, 10, rate)), rate)).toBeCloseTo(-23.0, 0);
    // 8 LU below is within the relative gate and does count.
    expect(integratedLoudness(spliced(loud, sine(997, -28, 10, rate)), rate)).toBeLessThan(-24.5);
  });

  it('has no answer for less than a block, for silence, and for nothing', () => {
    expect(integratedLoudness(sine(997, -20, 0.39, 22_050), 22_050)).toBe(-Infinity);
    expect(integratedLoudness(silence(3, 22_050), 22_050)).toBe(-Infinity);
    expect(integratedLoudness(new Float32Array(0), 22_050)).toBe(-Infinity);
  });
});

describe('truePeakDb', () => {
  it('finds the peak between the samples of a quarter-rate sine', () => {
    // Every sample of this sine lies 3 dB under its crest.
    const samples = Float32Array.from({ length: 4800 }, (_, i) => Math.sin((Math.PI * i) / 2 + Math.PI / 4));
    expect(20 * Math.log10(samplePeak(samples))).toBeCloseTo(-3.01, 2);
    expect(truePeakDb(samples.slice(100, 4700))).toBeGreaterThan(-0.4);
    expect(truePeakDb(samples.slice(100, 4700))).toBeLessThan(0.8);
  });

  it('agrees with the level of a slow sine and knows silence', () => {
    expect(truePeakDb(sine(200, -6, 1, 48_000))).toBeCloseTo(-6, 1);
    expect(truePeakDb(silence(1, 48_000))).toBe(-Infinity);
  });

  it('is never below the sample peak', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 1, maxLength: 200, min: -1, max: 1, noNaN: true }),
        (samples) => {
          const peak = samplePeak(samples);
          return truePeakDb(samples) >= (peak === 0 ? -Infinity : 20 * Math.log10(peak) - 1e-9);
        },
      ),
    );
  });
});

describe('limitPeaks', () => {
  it('holds every sample under the ceiling and leaves quiet signals alone', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ maxLength: 600, min: -8, max: 8, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (samples, ceiling) => {
          const limited = limitPeaks(samples, 8000, ceiling);
          expect(limited.length).toBe(samples.length);
          expect(samplePeak(limited)).toBeLessThanOrEqual(Math.fround(ceiling) + 1e-7);
          if (samplePeak(samples) <= ceiling) expect(limited).toEqual(samples);
        },
      ),
    );
  });

  it('moves its gain smoothly around a single loud sample instead of clipping it', () => {
    const rate = 22_050;
    const samples = new Float32Array(4000).fill(0.1);
    samples[2000] = 1;
    const limited = limitPeaks(samples, rate, 0.5);
    expect(limited[2000]).toBeCloseTo(0.5, 3);
    const steps = Array.from(limited.slice(1, 2000), (x, i) => Math.abs(x - (limited[i] ?? 0)));
    expect(Math.max(...steps)).toBeLessThan(0.002);
    expect(limited[1800]).toBeCloseTo(0.1, 5);
  });
});

describe('normalise', () => {
  const target = { targetLufs: -18, peakDb: -1.5 };

  it.each([-40, -30, -20, -6])('brings a tone of %i dBFS to the target', (level) => {
    const out = normalise(sine(997, level, 3, 22_050), 22_050, target);
    expect(integratedLoudness(out, 22_050)).toBeCloseTo(-18, 1);
  });

  it('keeps the true peak and comes within 1 LU of the target on a spiky signal', () => {
    const rate = 22_050;
    const spiky = sine(300, -30, 4, rate).map((x, i) => (i % 4000 < 12 ? x * 14 : x));
    const out = normalise(spiky, rate, target);
    expect(truePeakDb(out)).toBeLessThanOrEqual(-1.5 + 0.01);
    expect(Math.abs(integratedLoudness(out, rate) + 18)).toBeLessThan(1);
  });

  it('measures a line under 400 ms by its RMS', () => {
    const out = normalise(sine(997, -40, 0.3, 22_050), 22_050, target);
    expect(rmsDb(out)).toBeCloseTo(-18, 1);
  });

  it('does not blow up a whisper of noise by more than 30 dB, and leaves silence silent', () => {
    const quiet = noise(2, 22_050, 1e-4);
    expect(rmsDb(normalise(quiet, 22_050, target)) - rmsDb(quiet)).toBeCloseTo(30, 3);
    expect(samplePeak(normalise(silence(1, 22_050), 22_050, target))).toBe(0);
    expect(normalise(new Float32Array(0), 22_050, target).length).toBe(0);
  });

  it('never passes the peak, whatever comes in', () => {
    fc.assert(
      fc.property(
        fc.float32Array({ minLength: 1, maxLength: 3000, min: -1, max: 1, noNaN: true }),
        fc.double({ min: -30, max: -5, noNaN: true }),
        fc.double({ min: -6, max: -0.5, noNaN: true }),
        (samples, targetLufs, peakDb) => {
          const out = normalise(samples, 8000, { targetLufs, peakDb });
          expect(out.length).toBe(samples.length);
          expect(truePeakDb(out)).toBeLessThanOrEqual(peakDb + 0.01);
        },
      ),
    );
  });
});
