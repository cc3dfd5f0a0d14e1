import path from 'node:path';
import { integratedLoudness, fromPcm16 } from '@huaben/sound';
import { expect, it } from 'vitest';
import { buildUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import { createEspeakEngine } from '../../platform/speech/index.ts';
import { buildStage, giveVoice, synthesise, toneEngine } from './synthesis.testing.ts';

it('speaks a chapter with the built-in engine, at the level that platforms ask for', async () => {
  const engine = createEspeakEngine({
    nodePath: process.execPath,
    entry: path.join(import.meta.dirname, '../../../../speech/src/main.ts'),
    log: () => undefined,
  });
  const test = await buildApp({ engines: [engine, toneEngine().engine] });
  try {
    const user = await buildUser(test);
    const stage = await buildStage(user);
    await giveVoice(user, stage.novelId, 'noLine', `${engine.id}:narrator`);
    await giveVoice(user, stage.novelId, stage.roleId, `${engine.id}:man`);
    const task = await synthesise(test, user, stage.novelId, [stage.chapterId]);
    expect(task.items).toMatchObject([{ state: 'done', doneCount: 6, renderedCount: 6 }]);
    const { list, lines } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const wav = await user.api.synthesis.audioPart({ versionId: list[0]?.id ?? '', from: 0, to: 6 });
    const samples = fromPcm16(wav.subarray(44));
    expect(Math.abs(integratedLoudness(samples, 22_050) + 18)).toBeLessThan(1.5);
    // A syllable takes a fifth of a second, more or less.
    for (const line of lines) {
      const perCharacter = line.durationMs / (line.to - line.from);
      expect(perCharacter).toBeGreaterThan(80);
      expect(perCharacter).toBeLessThan(600);
    }
  } finally {
    await test.close();
  }
});
