import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';

/** The signed-in user. */
export const useUser = () =>
  useQuery({ queryKey: keys.user(), queryFn: ({ signal }) => api.account.info({}, signal) });

/** Which entrances this installation offers. */
export const useSite = () =>
  useQuery({
    queryKey: keys.site(),
    queryFn: ({ signal }) => api.account.site({}, signal),
    staleTime: Infinity,
  });
