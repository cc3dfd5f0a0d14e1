import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  concatenationPlan,
  fade,
  fromPcm16,
  gapAfterMs,
  peaks,
  toPcm16,
  trimSilence,
  wavHeader,
} from './index.ts';
import { silence, sine, spliced } from './testing/signals.ts';

const RATE = 22_050;

describe('gapAfterMs', () => {
  it('lets an explicit pause win over everything, within a minute', () => {
    const next = { kind: 'dialogue' } as const;
    expect(gapAfterMs({ kind: 'narration', pauseMs: 0, endsChapter: true }, next)).toBe(0);
    expect(gapAfterMs({ kind: 'narration', pauseMs: 1234 }, null)).toBe(1234);
    expect(gapAfterMs({ kind: 'narration', pauseMs: -5 }, next)).toBe(0);
    expect(gapAfterMs({ kind: 'narration', pauseMs: 9_999_999 }, next)).toBe(60_000);
  });

  it('orders the pauses as a listener expects', () => {
    const a = { kind: 'dialogue', roleId: 'a' } as const;
    const b = { kind: 'dialogue', roleId: 'b' } as const;
    const narration = { kind: 'narration' } as const;
    const sameSpeaker = gapAfterMs(a, a);
    const reply = gapAfterMs(a, b);
    const paragraph = gapAfterMs({ ...narration, endsParagraph: true }, narration);
    const title = gapAfterMs({ kind: 'title', endsParagraph: true }, narration);
    const chapter = gapAfterMs({ ...narration, endsParagraph: true, endsChapter: true }, narration);
    expect(sameSpeaker).toBeLessThan(reply);
    expect(gapAfterMs(narration, b)).toBeLessThan(reply);
    expect(reply).toBeLessThan(paragraph);
    expect(gapAfterMs({ ...a, endsParagraph: true }, b)).toBeLessThan(paragraph);
    expect(gapAfterMs({ ...a, endsParagraph: true }, a)).toBe(paragraph);
    expect(paragraph).toBeLessThan(title);
    expect(title).toBeLessThan(chapter);
    expect(gapAfterMs(narration, null)).toBe(chapter);
  });
});

describe('concatenationPlan', () => {
  it('places segments without overlap and counts every sample once', () => {
    const segment = fc.record({ samples: fc.nat(100_000), gapAfterMs: fc.nat(3000) });
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const { placements, totalSamples } = concatenationPlan(segments, RATE);
        let at = 0;
        placements.forEach((placement, i) => {
          expect(placement).toEqual({ startSample: at, samples: segments[i]?.samples });
          at += placement.samples + Math.round(((segments[i]?.gapAfterMs ?? 0) / 1000) * RATE);
        });
        expect(totalSamples).toBe(at);
      }),
    );
  });
});

describe('trimSilence', () => {
  it('cuts both ends and keeps the pad', () => {
    const line = spliced(silence(0.5, RATE), sine(500, -6, 1, RATE), silence(0.7, RATE));
    const out = trimSilence(line, RATE, { thresholdDb: -50, padMs: 20 });
    expect(out.length / RATE).toBeCloseTo(1.04, 2);
    expect(trimSilence(line, RATE, { thresholdDb: -50, padMs: 5000 })).toEqual(line);
  });

  it('finds nothing in silence', () => {
    expect(trimSilence(silence(1, RATE), RATE, { thresholdDb: -50, padMs: 20 }).length).toBe(0);
  });
});

describe('fade', () => {
  it('starts and ends at nothing and leaves the middle and the source alone', () => {
    const line = new Float32Array(RATE).fill(0.5);
    const out = fade(line, RATE, { inMs: 10, outMs: 20 });
    expect([out[0], out.at(-1), out[RATE / 2]]).toEqual([0, 0, 0.5]);
    expect(line[0]).toBe(0.5);
    expect(fade(line.slice(0, 10), RATE, { inMs: 1000, outMs: 1000 })[5]).toBeCloseTo(0.4, 0);
  });
});

describe('peaks', () => {
  it('holds the lowest and highest sample of each bucket', () => {
    expect([...peaks(Float32Array.of(0, 1, -1, 0.5), 2)]).toEqual([0, 127, -127, 64]);
    expect([...peaks(new Float32Array(0), 2)]).toEqual([0, 0, 0, 0]);
    expect(peaks(Float32Array.of(5), 1)[1]).toBe(127);
  });

  it('keeps the extremes of any signal', () => {
    const signal = fc.float32Array({ minLength: 1, maxLength: 300, min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(signal, fc.integer({ min: 1, max: 50 }), (samples, buckets) => {
        const out = peaks(samples, buckets);
        const highest = Math.round(Math.max(...samples) * 127);
        // Buckets without samples hold 0.
        expect(Math.max(...out)).toBe(buckets > samples.length ? Math.max(0, highest) : Math.max(...out));
        expect([...out]).toContain(highest === 0 ? 0 : highest);
      }),
    );
  });
});

describe('16-bit PCM', () => {
  it('survives the way there and back, bit by bit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const even = bytes.slice(0, bytes.length - (bytes.length % 2));
        expect(toPcm16(fromPcm16(bytes))).toEqual(even);
      }),
    );
  });

  it('holds values beyond full scale at the limit instead of wrapping round', () => {
    const read = fromPcm16(toPcm16(Float32Array.of(1, 2, 1e9, Infinity, -1, -2, -Infinity, NaN)));
    expect([...read.slice(0, 4)].every((x) => x === 32_767 / 32_768)).toBe(true);
    expect([...read.slice(4)]).toEqual([-1, -1, -1, 0]);
  });

  it('reads from the middle of a larger buffer', () => {
    const bytes = new Uint8Array([9, 0, 64, 9]).subarray(1, 3);
    expect([...fromPcm16(bytes)]).toEqual([0.5]);
  });
});

describe('wavHeader', () => {
  it('is the canonical 44 bytes', () => {
    const header = Buffer.from(wavHeader(1000, RATE, 2, 24));
    expect(header.toString('latin1', 0, 4) + header.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    expect([header.readUInt32LE(4), header.readUInt16LE(20), header.readUInt16LE(22)]).toEqual([1036, 1, 2]);
    expect([header.readUInt32LE(24), header.readUInt32LE(28), header.readUInt16LE(32)]).toEqual([
      RATE,
      RATE * 6,
      6,
    ]);
    expect([header.readUInt16LE(34), header.toString('latin1', 36, 40), header.readUInt32LE(40)]).toEqual([
      24,
      'data',
      1000,
    ]);
  });

  it('refuses what RIFF cannot hold', () => {
    expect(() => wavHeader(4_294_967_290, RATE)).toThrow(RangeError);
  });
});
