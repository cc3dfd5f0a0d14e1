import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Accounts, sessions, novels, chapters, revisions, locks, cast, outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table users (
      id uuid primary key,
      name text not null,
      name_key text not null unique,
      country text,
      phone text,
      password_hash text,
      sex text not null default '' check (sex in ('', 'male', 'female')),
      image text not null default '',
      demo boolean not null default false,
      event_seq bigint not null default 0,
      created_at timestamptz not null default now(),
      unique (country, phone)
    )`,
    `create unique index users_one_demo on users (demo) where demo`,
    `create table user_sessions (
      token_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
    `create index user_sessions_user on user_sessions (user_id)`,
    `create table socket_tickets (
      ticket_hash bytea primary key,
      user_id uuid not null references users on delete cascade,
      session_hash bytea not null references user_sessions on delete cascade,
      expires_at timestamptz not null
    )`,
    `create table captchas (t text primary key, answer text not null, expires_at timestamptz not null)`,
    `create table sms_codes (
      id uuid primary key,
      country text not null,
      phone text not null,
      purpose text not null,
      code_hash bytea not null,
      tries integer not null default 0,
      used boolean not null default false,
      address text not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
    `create index sms_codes_phone on sms_codes (country, phone, created_at desc)`,
    `create index sms_codes_address on sms_codes (address, created_at desc)`,
    `create table developer_outbox (
      id uuid primary key,
      recipient text not null,
      body text not null,
      created_at timestamptz not null default now()
    )`,
    `create table password_keys (id text primary key, private_pem text not null, created_at timestamptz not null default now())`,
    `create table used_nonces (nonce text primary key, expires_at timestamptz not null)`,

    `create table novels (
      id uuid primary key,
      creator_id uuid not null references users,
      name text not null,
      genre text,
      state text not null default 'normal' check (state in ('normal', 'finished', 'binned')),
      state_before_bin text,
      binned_at timestamptz,
      sync_data boolean not null default true,
      hot_keys jsonb not null default '{}',
      chapter_count integer not null default 0,
      marked_chapter_count integer not null default 0,
      word_count bigint not null default 0,
      role_count integer not null default 0,
      created_at timestamptz not null default now(),
      edited_at timestamptz not null default now(),
      edited_by uuid references users
    )`,
    `create table novel_members (
      novel_id uuid not null references novels on delete cascade,
      user_id uuid not null references users on delete cascade,
      flags text not null check (flags ~ '^[01]{8}$'),
      confirmed boolean not null default false,
      topped_at timestamptz,
      joined_at timestamptz not null default now(),
      primary key (novel_id, user_id)
    )`,
    `create index novel_members_user on novel_members (user_id)`,

    `create table chapters (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      position integer not null,
      name text not null,
      revision integer not null,
      revision_id uuid not null,
      word_count integer not null,
      line_count integer not null,
      unassigned_count integer not null,
      created_at timestamptz not null default now(),
      edited_at timestamptz not null default now(),
      edited_by uuid references users,
      deleted_at timestamptz
    )`,
    `create index chapters_novel on chapters (novel_id, position) where deleted_at is null`,
    `create table chapter_revisions (
      id uuid primary key,
      chapter_id uuid not null references chapters on delete cascade,
      number integer,
      kind text not null check (kind in ('import', 'save', 'conflict')),
      base_number integer,
      hash text not null,
      html text not null,
      word_count integer not null,
      line_count integer not null,
      unassigned_count integer not null,
      created_by uuid references users,
      created_at timestamptz not null default now(),
      unique (chapter_id, number)
    )`,
    `create table chapter_saves (
      save_id uuid primary key,
      chapter_id uuid not null references chapters on delete cascade,
      content_hash text not null,
      revision_id uuid not null references chapter_revisions on delete cascade,
      saved_at timestamptz not null
    )`,
    `create index chapter_saves_chapter on chapter_saves (chapter_id)`,
    `create table chapter_role_counts (
      chapter_id uuid not null references chapters on delete cascade,
      role_id text not null,
      line_count integer not null,
      word_count integer not null,
      primary key (chapter_id, role_id)
    )`,
    `create table chapter_locks (
      chapter_id uuid primary key references chapters on delete cascade,
      fence bigint not null default 0,
      user_id uuid references users,
      editor_id text,
      type smallint,
      acquired_at timestamptz,
      active_at timestamptz,
      expires_at timestamptz
    )`,
    `create index chapter_locks_user on chapter_locks (user_id) where user_id is not null`,
    `create table recent_chapters (
      user_id uuid not null references users on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      opened_at timestamptz not null,
      primary key (user_id, chapter_id)
    )`,

    `create table roles (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      narration boolean not null default false,
      names jsonb not null,
      sex text not null default '',
      description text not null default '',
      cv text not null default '',
      crew_number text not null default '',
      style jsonb not null,
      voice_id text not null default '',
      rate real not null default 1,
      pitch real not null default 0,
      topped_at timestamptz,
      discarded_at timestamptz,
      created_at timestamptz not null default now()
    )`,
    `create index roles_novel on roles (novel_id, created_at)`,
    `create unique index roles_one_narration on roles (novel_id) where narration`,
    `create table role_names (
      novel_id uuid not null references novels on delete cascade,
      name_key text not null,
      role_id uuid not null references roles on delete cascade,
      primary key (novel_id, name_key)
    )`,
    `create index role_names_role on role_names (role_id)`,

    `create table imports (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      user_id uuid not null references users,
      file_name text not null,
      blob_key text not null,
      options jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      done integer not null default 0,
      total integer not null,
      message text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )`,
    `create unique index imports_one_running on imports (novel_id) where state in ('waiting', 'running')`,

    `create table events (
      id bigint generated always as identity primary key,
      name text not null,
      data jsonb not null,
      created_at timestamptz not null default now(),
      relayed_at timestamptz
    )`,
    `create index events_waiting on events (id) where relayed_at is null`,
    `create table user_events (
      user_id uuid not null references users on delete cascade,
      seq bigint not null,
      type integer not null,
      data jsonb not null,
      created_at timestamptz not null default now(),
      primary key (user_id, seq)
    )`,
    `create table worker_presence (process_id text primary key, worker_ids jsonb not null, seen_at timestamptz not null default now())`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
