import { Role } from '@contracts';
import { ChannelPage } from '../features/channel/ChannelPage';
import { ok } from './fake-server';
import { makeChannel } from './make-channel';
import { visitPage, type Visit } from './scene';

/** The page with the addresses of its forms, and another page to go to. */
const routes = [
  { path: '/channel', element: <ChannelPage />, children: ['add', 'edit/:id'].map(path => ({ path, element: null })) },
  { path: '/token', element: <>another page</> },
];

/** Opens the channel page as an administrator sees it. */
export function visitChannels({ at = '/channel', role = Role.Admin, answers, ...visit }: Visit = {}) {
  return visitPage({
    page: routes,
    at,
    role,
    ...visit,
    answers: {
      'GET /api/group/': ok(['default', 'vip']),
      'GET /api/channel/': ok([makeChannel(1)], { total: 1 }),
      'GET /api/channel/health': ok([]),
      'GET /api/channel/models': ok([{ id: 'gpt-4o', object: 'model', created: 1, owned_by: 'openai' }]),
      ...answers,
    },
  });
}
