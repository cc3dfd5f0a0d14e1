import { socketFrame } from '@huaben/contract';
import type { SocketFrame } from '@huaben/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { buildMember, buildNovel, buildUser, openEditor } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let base: string;
beforeAll(async () => {
  test = await buildApp();
  base = (await test.app.listen({ port: 0, host: '127.0.0.1' })).replace('http', 'ws');
});
afterAll(() => test.close());

/** An open socket that keeps what it heard and can wait for more. */
async function listen(user: TestUser, options: { since?: number; ticket?: string; origin?: string } = {}) {
  const ticket = options.ticket ?? (await user.api.account.socketTicket({})).ticket;
  const query = options.since === undefined ? '' : `?since=${options.since}`;
  const socket = new WebSocket(
    `${base}/api/baseapp/websocket/${ticket}${query}`,
    options.origin === undefined ? {} : { origin: options.origin },
  );
  const frames: SocketFrame[] = [];
  const texts: string[] = [];
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  const waiting: { test: (frame: SocketFrame) => boolean; resolve: (frame: SocketFrame) => void }[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    texts.push(text);
    if (text === 'pong') return;
    const frame = socketFrame.parse(JSON.parse(text));
    frames.push(frame);
    for (const wait of waiting) if (wait.test(frame)) wait.resolve(frame);
  });
  const until = (wanted: (frame: SocketFrame) => boolean): Promise<SocketFrame> => {
    const had = frames.find(wanted);
    return had ? Promise.resolve(had) : new Promise((resolve) => waiting.push({ test: wanted, resolve }));
  };
  return { socket, frames, texts, closed, until, ticket };
}

const ofType = (type: number) => (frame: SocketFrame) => frame.kind === 'event' && frame.type === type;
const hello = (frame: SocketFrame): boolean => frame.kind === 'hello';

describe('the live socket', () => {
  it('refuses an unknown and a used ticket, and a foreign origin', async () => {
    const user = await buildUser(test);
    expect(await (await listen(user, { ticket: 'nothing' })).closed).toBe(1008);
    const first = await listen(user);
    await first.until(hello);
    expect(await (await listen(user, { ticket: first.ticket })).closed).toBe(1008);
    expect(await (await listen(user, { origin: 'https://evil.example' })).closed).toBe(1008);
    first.socket.close();
  });

  it('closes on anything but ping, and answers ping', async () => {
    const live = await listen(await buildUser(test));
    await live.until(hello);
    live.socket.send('ping');
    live.socket.send('select * from users');
    expect(await live.closed).toBe(1008);
    expect(live.texts).toContain('pong');
  });

  it('tells the members of a novel and nobody else', async () => {
    const owner = await buildUser(test);
    const member = await buildUser(test);
    const stranger = await buildUser(test);
    const { novelId, chapterId, chapterUrlId } = await buildNovel(owner);
    await buildMember(test, novelId, member.id, '00000100');
    const [ear, wall] = [await listen(member), await listen(stranger)];
    await Promise.all([ear.until(hello), wall.until(hello)]);
    const editor = await openEditor(owner, chapterId);
    const { html } = await editor.read(chapterUrlId);
    const saved = await editor.save(html.replace('清晨', '黄昏'));
    const frame = await ear.until(ofType(22));
    expect(frame).toMatchObject({
      data: { productId: novelId, chapterId, chapterUrlId: saved.chapterUrlId, revision: 2 },
    });
    expect(wall.frames.filter((heard) => heard.kind === 'event')).toEqual([]);
    expect(JSON.stringify(ear.frames)).not.toContain('祥子');
    ear.socket.close();
    wall.socket.close();
  });

  it('replays what was missed, in order and once', async () => {
    const owner = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    const before = await listen(owner);
    await before.until(hello);
    await owner.api.cast.addRole({ productNumber: novelId, name: '["甲"]', sex: '' });
    const first = await before.until(ofType(24));
    before.socket.terminate();
    await owner.api.cast.addRole({ productNumber: novelId, name: '["乙"]', sex: '' });
    await owner.api.cast.addRole({ productNumber: novelId, name: '["丙"]', sex: '' });
    const since = first.kind === 'event' ? (first.seq ?? 0) : 0;
    const after = await listen(owner, { since });
    await after.until((frame) => frame.kind === 'event' && frame.seq === since + 2);
    const seqs = after.frames.flatMap((frame) =>
      frame.kind === 'event' && frame.seq !== null ? [frame.seq] : [],
    );
    expect(seqs).toEqual([since + 1, since + 2]);
    after.socket.close();
  });

  it('says resync when the missed events are gone', async () => {
    const owner = await buildUser(test);
    const { novelId } = await buildNovel(owner);
    const live = await listen(owner);
    await live.until(hello);
    await owner.api.cast.addRole({ productNumber: novelId, name: '["甲"]', sex: '' });
    await live.until(ofType(24));
    live.socket.close();
    await test.db.deleteFrom('user_events').where('user_id', '=', owner.id).execute();
    const again = await listen(owner, { since: 0 });
    expect(await again.until((frame) => frame.kind === 'resync')).toMatchObject({ kind: 'resync' });
    again.socket.close();
  });

  it('closes when the session ends', async () => {
    const owner = await buildUser(test);
    const live = await listen(owner);
    await live.until(hello);
    await owner.api.account.logout({});
    expect(await live.closed).toBe(1008);
  });

  it('cannot be opened with a ticket that waited too long', async () => {
    const owner = await buildUser(test);
    const { ticket } = await owner.api.account.socketTicket({});
    await test.db
      .updateTable('socket_tickets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', owner.id)
      .execute();
    expect(await (await listen(owner, { ticket })).closed).toBe(1008);
  });
});
