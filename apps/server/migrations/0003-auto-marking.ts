import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Named revisions; runs, tasks and review queue of automatic marking. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table chapter_revisions add column name text`,
    `create table marking_invokes (
      id uuid primary key,
      novel_id uuid not null references novels on delete cascade,
      user_id uuid not null references users,
      kind text not null check (kind in ('mark', 'roster')),
      chapter_ids jsonb not null default '[]',
      state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
      run_id uuid,
      discovered jsonb,
      model_ceiling integer,
      model_spent double precision not null default 0,
      model_stopped text,
      message text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )`,
    `create index marking_invokes_novel on marking_invokes (novel_id)`,
    `create table marking_tasks (
      id uuid primary key,
      invoke_id uuid not null references marking_invokes on delete cascade,
      novel_id uuid not null references novels on delete cascade,
      chapter_id uuid not null references chapters on delete cascade,
      user_id uuid not null references users,
      position integer not null,
      mode text not null check (mode in ('blank', 'selection', 'chapter')),
      preview boolean not null,
      threshold double precision not null,
      line_ids jsonb,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
      put_off integer not null default 0,
      counts jsonb,
      changes jsonb,
      model_answers jsonb,
      message text,
      revision_id uuid references chapter_revisions on delete set null,
      snapshot_id uuid references chapter_revisions on delete set null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz
    )`,
    `create index marking_tasks_invoke on marking_tasks (invoke_id, position)`,
    `create index marking_tasks_chapter on marking_tasks (chapter_id, created_at desc)`,
    `create index marking_tasks_novel on marking_tasks (novel_id, created_at desc, position)`,
    // Revisions go in large numbers when a novel is purged or old ones are thinned out.
    `create index marking_tasks_revision on marking_tasks (revision_id) where revision_id is not null`,
    `create index marking_tasks_snapshot on marking_tasks (snapshot_id) where snapshot_id is not null`,
    `create unique index marking_tasks_one_open on marking_tasks (chapter_id) where state in ('waiting', 'running') and not preview`,
    `create table marking_suggestions (
      chapter_id uuid not null references chapters on delete cascade,
      line_id text not null,
      position integer not null,
      text text not null,
      before text not null,
      after text not null,
      evidence jsonb,
      candidates jsonb not null,
      confidence double precision not null,
      category text not null,
      reason text,
      open boolean not null,
      decided_role text,
      primary key (chapter_id, line_id)
    )`,
    `create index marking_suggestions_open on marking_suggestions (chapter_id) where open`,
    `create table marking_queues (
      chapter_id uuid primary key references chapters on delete cascade,
      revision_id uuid not null
    )`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
