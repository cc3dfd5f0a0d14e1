import { v7 } from 'uuid';

/** A new id: sortable by time, so that indexes grow at their end. */
export const newId = (): string => v7();
