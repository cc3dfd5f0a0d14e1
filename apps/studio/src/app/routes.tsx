import { redirect } from 'react-router';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { IntroPage } from '../features/content/intro-page.tsx';
import { readToken } from '../lib/token.ts';
import { Opening } from './opening.tsx';
import { RouteError } from './route-error.tsx';

const allNovels = '/homepage/createnewproject/allproject';

function mustBeSignedIn({ request }: LoaderFunctionArgs) {
  if (readToken()) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(`/login?back=${encodeURIComponent(pathname + search)}`);
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Sends an address whose ids cannot be any to the page for unknown addresses. */
function knownIds({ params }: LoaderFunctionArgs) {
  return Object.values(params).every((id) => id !== undefined && uuid.test(id)) ? null : redirect('/404');
}

/** An address that only leads elsewhere. */
const leadsTo = (path: string, target: string): RouteObject => ({
  path,
  loader: () => redirect(target),
  element: <></>,
});

const editorPages: RouteObject[] = [
  ...['/tool/:productid/:fileid', '/toolAi/:productid/:fileid'].map((path) => ({
    path,
    loader: knownIds,
    lazy: async () => ({ Component: (await import('../features/desk/index.ts')).DeskPage }),
  })),
  ...['/autoWriter/:productid', '/autoWriter/:productid/:fileid'].map((path) => ({
    path,
    loader: knownIds,
    lazy: async () => ({ Component: (await import('../features/auto-marking/index.ts')).AutoMarkingPage }),
  })),
  {
    path: '/voice/:productid/:fileid',
    loader: knownIds,
    lazy: async () => ({ Component: (await import('../features/synthesis/index.ts')).VoicePage }),
  },
];

const homePages: RouteObject[] = [
  leadsTo('/homepage', '/homepage/createnewproject'),
  leadsTo('/homepage/createnewproject', allNovels),
  {
    path: allNovels,
    lazy: async () => ({ Component: (await import('../features/novel/index.ts')).NovelsPage }),
  },
  {
    path: '/homepage/createnewproject/binProject',
    lazy: async () => ({ Component: (await import('../features/novel/index.ts')).BinPage }),
  },
  ...['/homepage/createnewproject/recentFile', '/homepage/createnewproject/recentFile/:productid'].map(
    (path) => ({
      path,
      loader: knownIds,
      lazy: async () => ({ Component: (await import('../features/chapter/index.ts')).RecentPage }),
    }),
  ),
  {
    path: '/homepage/createnewproject/projectfliedetail/:productid',
    loader: knownIds,
    lazy: async () => ({ Component: (await import('../features/chapter/index.ts')).ChaptersPage }),
  },
];

const openPages: RouteObject[] = [
  {
    path: '/login',
    lazy: async () => ({ Component: (await import('../features/account/index.ts')).LoginPage }),
  },
  {
    path: '/dev/outbox',
    lazy: async () => ({ Component: (await import('../features/account/index.ts')).OutboxPage }),
  },
  {
    path: '/notallow',
    lazy: async () => ({ Component: (await import('../features/content/index.ts')).NotAllowedPage }),
  },
  {
    path: '/404',
    lazy: async () => ({ Component: (await import('../features/content/index.ts')).NotFoundPage }),
  },
];

/** Every address of the studio. The intro page is in the entry; everything else is loaded when visited. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    HydrateFallback: Opening,
    children: [
      { path: '/', Component: IntroPage },
      {
        lazy: async () => ({ Component: (await import('./app-layout.tsx')).AppLayout }),
        children: [
          ...openPages,
          {
            loader: mustBeSignedIn,
            lazy: async () => ({ Component: (await import('./signed-in-layout.tsx')).SignedInLayout }),
            children: [...homePages, ...editorPages],
          },
        ],
      },
      leadsTo('*', '/404'),
    ],
  },
];
