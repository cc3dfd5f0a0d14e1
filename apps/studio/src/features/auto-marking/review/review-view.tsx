import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SkeletonRows } from '../../../ui/index.ts';
import type { Role } from '../../cast/index.ts';
import { openKey, openQuery } from '../marking.queries.ts';
import type { Chapter } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { ReviewWork } from './review-work.tsx';
import { useReview } from './use-review.ts';

const noChapters: never[] = [];

/** 待确认: line after line, decided by keys. */
export function ReviewView(
  props: ScreenPart & {
    readonly roles: readonly Role[];
    readonly book: readonly Chapter[];
    readonly mayCreate: boolean;
  },
) {
  const { novelId, address, roles } = props;
  const client = useQueryClient();
  const open = useQuery(openQuery(novelId));
  const session = useReview({
    novelId,
    chapterId: address.chapter,
    order: address.order,
    at: address.at,
    roles,
  });
  if (session === null) return <SkeletonRows rows={8} height={56} />;
  return (
    <ReviewWork
      {...props}
      session={session}
      chapters={open.data?.chapters ?? noChapters}
      onAccepted={() => {
        void client.invalidateQueries({ queryKey: openKey(novelId) });
        void session.load(null);
      }}
    />
  );
}
