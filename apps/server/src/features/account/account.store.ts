import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';

const now = sql<Date>`now()`;
const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Names are compared without case and full-width differences. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

export const userColumns = ['id', 'name', 'country', 'phone', 'sex', 'image', 'demo'] as const;

export const findUser = (trx: Trx, id: string) =>
  trx.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirstOrThrow();

export const findUserByPhone = (db: Db | Trx, country: string, phone: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('country', '=', country)
    .where('phone', '=', phone)
    .executeTakeFirst();

export const findUserByName = (trx: Trx, name: string) =>
  trx.selectFrom('users').select('id').where('name_key', '=', nameKey(name)).executeTakeFirst();

export const findDemoUser = (trx: Trx) =>
  trx.selectFrom('users').select('id').where('demo', '=', true).executeTakeFirst();

/** Inserts a user; the database refuses a taken phone or name. */
export async function insertUser(
  trx: Trx,
  user: {
    name: string;
    country: string | null;
    phone: string | null;
    passwordHash: string | null;
    sex: string;
    demo?: boolean;
  },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('users')
    .values({
      id,
      name: user.name,
      name_key: nameKey(user.name),
      country: user.country,
      phone: user.phone,
      password_hash: user.passwordHash,
      sex: user.sex,
      demo: user.demo ?? false,
    })
    .execute();
  return id;
}

export async function insertSession(
  trx: Trx,
  userId: string,
  tokenHash: Buffer,
  days: number,
): Promise<Date> {
  const row = await trx
    .insertInto('user_sessions')
    .values({
      user_id: userId,
      token_hash: tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

export const sessionEnd = (trx: Trx, tokenHash: Buffer) =>
  trx
    .selectFrom('user_sessions')
    .select('expires_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();

export const deleteSession = (trx: Trx, tokenHash: Buffer) =>
  trx.deleteFrom('user_sessions').where('token_hash', '=', tokenHash).execute();

/** Frees every lock of a user; returns the chapters concerned with their novels. */
export const releaseLocksOf = (trx: Trx, userId: string) =>
  trx
    .updateTable('chapter_locks')
    .set({ user_id: null, editor_id: null, expires_at: null })
    .from('chapters')
    .whereRef('chapters.id', '=', 'chapter_locks.chapter_id')
    .where('chapter_locks.user_id', '=', userId)
    .returning(['chapters.id as chapterId', 'chapters.novel_id as novelId'])
    .execute();

export async function putCaptcha(trx: Trx, t: string, answer: string, seconds: number): Promise<void> {
  await trx.deleteFrom('captchas').where('expires_at', '<', now).execute();
  await trx
    .insertInto('captchas')
    .values({ t, answer, expires_at: inSeconds(seconds) })
    .onConflict((oc) => oc.column('t').doUpdateSet({ answer, expires_at: inSeconds(seconds) }))
    .execute();
}

/** Uses a captcha up, right or wrong; returns its answer while it is fresh. */
export async function takeCaptcha(trx: Trx, t: string): Promise<string | null> {
  const row = await trx
    .deleteFrom('captchas')
    .where('t', '=', t)
    .returning(['answer', sql<boolean>`expires_at > now()`.as('fresh')])
    .executeTakeFirst();
  return row?.fresh ? row.answer : null;
}

/** How many messages were sent: to the phone in the last minute and day, from the address and in all today. */
export async function smsCounts(trx: Trx, country: string, phone: string, address: string) {
  // One sender at a time: otherwise a burst of parallel requests would all see the count before it.
  await sql`select pg_advisory_xact_lock(hashtext('sms'))`.execute(trx);
  const row = await trx
    .selectFrom('sms_codes')
    .select([
      sql<number>`count(*) filter (where country = ${country} and phone = ${phone} and created_at > now() - interval '1 minute')::int`.as(
        'phoneMinute',
      ),
      sql<number>`count(*) filter (where country = ${country} and phone = ${phone})::int`.as('phoneDay'),
      sql<number>`count(*) filter (where address = ${address})::int`.as('addressDay'),
      sql<number>`count(*)::int`.as('allDay'),
    ])
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return row;
}

export async function insertSmsCode(
  trx: Trx,
  code: {
    country: string;
    phone: string;
    purpose: string;
    codeHash: Buffer;
    address: string;
    seconds: number;
  },
): Promise<string> {
  const id = newId();
  await trx
    .insertInto('sms_codes')
    .values({
      id,
      country: code.country,
      phone: code.phone,
      purpose: code.purpose,
      code_hash: code.codeHash,
      address: code.address,
      expires_at: inSeconds(code.seconds),
    })
    .execute();
  return id;
}

/** The unused, fresh code of a request, locked; its tries are counted by the caller. */
export const lockSmsCode = (trx: Trx, id: string, country: string, phone: string, purpose: string) =>
  trx
    .selectFrom('sms_codes')
    .select(['id', 'code_hash', 'tries'])
    .where('id', '=', id)
    .where('country', '=', country)
    .where('phone', '=', phone)
    .where('purpose', '=', purpose)
    .where('used', '=', false)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export const markSmsCode = (trx: Trx, id: string, change: { used?: boolean; tries?: number }) =>
  trx.updateTable('sms_codes').set(change).where('id', '=', id).execute();

export const developerOutbox = (trx: Trx) =>
  trx.selectFrom('developer_outbox').selectAll().orderBy('created_at', 'desc').limit(50).execute();

/** The newest password key. */
export const newestKey = (db: Db | Trx) =>
  db.selectFrom('password_keys').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst();

/** Stores the first key; when two processes race, both then read the same newest one. */
export const insertKey = (db: Db, id: string, pem: string) =>
  db
    .insertInto('password_keys')
    .values({ id, private_pem: pem })
    .onConflict((oc) => oc.doNothing())
    .execute();

/** Uses a nonce up; false when it was used before. */
export async function takeNonce(trx: Trx, nonce: string, seconds: number): Promise<boolean> {
  await trx.deleteFrom('used_nonces').where('expires_at', '<', now).execute();
  const row = await trx
    .insertInto('used_nonces')
    .values({ nonce, expires_at: inSeconds(seconds) })
    .onConflict((oc) => oc.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return row !== undefined;
}
