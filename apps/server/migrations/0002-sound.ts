import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Synthesis tasks, rendered segments, audio versions, exports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table roles add column voiced_at timestamptz`,
    // Compressing a chapter with pglz costs more than all the rest of its save.
    `alter table chapter_revisions alter column html set storage external`,
    `create table tasks (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      user_id uuid not null references users,
      request_key text not null,
      state text not null,
      characters integer not null,
      new_characters integer not null,
      coins integer not null,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (user_id, request_key)
    )`,
    `create index tasks_novel on tasks (novel_id, created_at desc)`,
    `create table task_items (
      id uuid primary key,
      task_id uuid not null references tasks on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      position integer not null,
      state text not null default 'waiting',
      run_id uuid,
      line_count integer not null,
      done_count integer not null default 0,
      rendered_count integer not null default 0,
      message text,
      version_id uuid
    )`,
    `create index task_items_task on task_items (task_id, position)`,
    `create index task_items_chapter on task_items (chapter_id)`,
    `create table speech_segments (
      novel_id uuid not null references novels on delete cascade,
      hash text not null,
      blob_key text not null,
      byte_offset bigint not null,
      samples integer not null,
      sample_rate integer not null,
      created_at timestamptz not null default now(),
      primary key (novel_id, hash)
    )`,
    `create table audio_versions (
      id uuid primary key,
      chapter_id uuid not null references chapters on delete cascade,
      revision_id uuid not null references chapter_revisions on delete cascade,
      task_item_id uuid references task_items on delete set null,
      number integer not null,
      current boolean not null,
      sample_rate integer not null,
      samples bigint not null,
      lines jsonb not null,
      created_at timestamptz not null default now(),
      unique (chapter_id, number),
      unique (task_item_id)
    )`,
    `create unique index audio_versions_one_current on audio_versions (chapter_id) where current`,
    `create table exports (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      chapter_id uuid references chapters on delete cascade,
      user_id uuid not null references users,
      request_key text not null,
      format text not null check (format in ('mp3', 'm4b')),
      state text not null default 'waiting',
      run_id uuid,
      done integer not null default 0,
      total integer not null default 0,
      message text,
      file_name text not null,
      blob_key text,
      bytes bigint,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      unique (user_id, request_key)
    )`,
    `create index exports_novel on exports (novel_id, created_at desc)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
