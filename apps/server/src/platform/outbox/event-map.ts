/** Past facts that features record, with what others need to react to them. Ids only, never text. */
export interface DomainEvents {
  'novel.changed': { novelId: string };
  'novel.purged': { novelId: string };
  'cast.changed': { novelId: string };
  'chapter.saved': { novelId: string; chapterId: string; revisionId: string; number: number };
  'chapter.lock-changed': { novelId: string; chapterId: string };
  'import.finished': { novelId: string; importId: string; userId: string; state: string };
  'synthesis.item-finished': {
    novelId: string;
    taskId: string;
    itemId: string;
    chapterId: string;
    state: string;
  };
  'synthesis.task-finished': {
    novelId: string;
    taskId: string;
    userId: string;
    state: string;
    names: string[];
  };
  'marking.task-finished': {
    novelId: string;
    taskId: string;
    chapterId: string;
    userId: string;
    state: string;
    names: string[];
  };
  'marking.roster-found': { novelId: string; rosterId: string; userId: string; state: string };
  'export.finished': { novelId: string; exportId: string; userId: string; state: string };
}

/** The name of a domain event. */
export type DomainEventName = keyof DomainEvents;
