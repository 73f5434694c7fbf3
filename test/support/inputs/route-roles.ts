import { imageTaskModes } from '@contracts';
import { submitRoutes } from '../../../libs/midjourney/src/task/submit-routes';
import {
  deploymentPathsOf,
  geminiPrefixes,
  pathsOf,
  relayRoutes,
  unofferedRoutes,
} from '../../../libs/relay/src/http/relay-paths';

/**
 * The least role that a route requires. `open`: all callers, also outside the console API; `key`: the holder of an API
 * key, on the relay; `holder`: the same, answered in the envelope; `drawing`: the same, refused in the format of
 * Midjourney proxies; `task`: in the format of task services; `session`: every signed-in user, with responses as on the
 * relay; the others are console roles.
 */
export type RouteRole =
  'open' | 'key' | 'holder' | 'drawing' | 'task' | 'session' | 'guest' | 'user' | 'admin' | 'root';

/** Paths of the relay, under each prefix that clients write. */
const relayPosts = relayRoutes
  .flatMap(route => [...pathsOf(route), ...deploymentPathsOf(route)])
  .map(path => `POST ${path}`);
const geminiPosts = geminiPrefixes.map(prefix => `POST ${prefix}/models/*`);
const modelLists = [
  '/v1/models',
  '/models',
  '/v1/v1/models',
  '/openai/models',
  '/openai/v1/models',
  '/v1alpha/models',
  '/v1beta/models',
  '/v1beta1/models',
  '/v1beta1/publishers/google/models',
  '/v1/publishers/google/models',
  '/v1beta/openai/models',
  '/gemini/v1beta/models',
  '/gemini/v1/models',
  '/claude/v1/models',
].flatMap(path => [`GET ${path}`, `GET ${path}/*`]);
const billing = ['', '/v1'].flatMap(prefix => [
  `GET ${prefix}/dashboard/billing/subscription`,
  `GET ${prefix}/dashboard/billing/usage`,
]);
const unoffered = unofferedRoutes.flatMap(path => ['GET', 'POST', 'DELETE'].map(method => `${method} /v1${path}`));

const drawingPrefixes = ['/mj', ...imageTaskModes.map(mode => `/${mode}/mj`)];
/** A path for any other text in the place of a mode. */
const otherMode = '/:mode(^(?!api$).+$)/mj/*';
const drawings: Readonly<Record<string, RouteRole>> = Object.fromEntries([
  ...drawingPrefixes
    .flatMap(prefix => [
      ...submitRoutes.map(({ path }) => `POST ${prefix}/${path}`),
      `POST ${prefix}/notify`,
      `POST ${prefix}/task/list-by-condition`,
      `GET ${prefix}/task/:id/fetch`,
      `GET ${prefix}/task/:id/image-seed`,
      `POST ${prefix}/task/:id/cancel`,
    ])
    .concat(`GET ${otherMode}`, `POST ${otherMode}`)
    .map(route => [route, 'drawing'] as const),
  // Signed addresses open these images; without a signature, only their owner can open them.
  ...drawingPrefixes.map(prefix => [`GET ${prefix}/image/:id`, 'open'] as const),
]);

/** Songs and videos, in the formats of their providers. */
const taskRoutes = [
  'POST /suno/submit/:action',
  'POST /suno/fetch',
  'GET /suno/fetch/:id',
  'POST /kling/v1/videos/:class',
  'GET /kling/v1/videos/:class/:id',
  'POST /kling/v1/images/generations',
  'GET /kling/v1/images/generations/:id',
  'POST /luma/dream-machine/v1/generations',
  'POST /luma/dream-machine/v1/generations/video',
  'POST /luma/dream-machine/v1/generations/image',
  'GET /luma/dream-machine/v1/generations/:id',
  'POST /luma/generations',
  'POST /luma/generations/:id/extend',
  'GET /luma/generations/:id',
  'GET /luma/generations/:id/download_video_url',
  'POST /luma/tasks',
  'POST /runwayml/v1/:kind',
  'GET /runwayml/v1/tasks/:id',
  'POST /runway/pro/generate',
  'POST /runway/feed',
  'POST /runway/v1/feed',
];
/** Videos in the format of OpenAI, and in the neutral format. */
const videoRoutes = [
  'POST /v1/videos',
  'GET /v1/videos',
  'GET /v1/videos/:id',
  'DELETE /v1/videos/:id',
  'GET /v1/videos/:id/content',
  'POST /v1/videos/:id/remix',
  'POST /v1/video/generations',
  'GET /v1/video/generations/:id',
];

/** Every relay route requires a key, including those that are refused as not offered. */
const keyed: Readonly<Record<string, RouteRole>> = Object.fromEntries(
  [...relayPosts, ...geminiPosts, ...modelLists, ...billing, ...unoffered, ...videoRoutes, 'DELETE /v1/models/*'].map(
    route => [route, 'key'] as const,
  ),
);

/** Every route of the server and the role that it requires. A route that is missing here fails the route test. */
export const routeRoles: Readonly<Record<string, RouteRole>> = {
  ...keyed,
  ...drawings,
  ...Object.fromEntries(taskRoutes.map(route => [route, 'task' as const])),
  'POST /pg/chat/completions': 'session',
  'POST /mj/notify/:secret': 'open',
  'POST /task/notify/:secret': 'open',
  'GET /healthz': 'open',
  'GET /readyz': 'open',
  'GET /openapi': 'open',
  'GET /openapi.json': 'open',
  'GET /*': 'open',
  'POST /*': 'open',
  'PUT /*': 'open',
  'DELETE /*': 'open',
  'PATCH /*': 'open',

  'GET /api/usage/token': 'holder',
  'GET /api/log/token': 'holder',

  'GET /api/status': 'guest',
  'GET /api/notice': 'guest',
  'GET /api/about': 'guest',
  'GET /api/home_page_content': 'guest',
  'GET /api/home-page-content': 'guest',
  'GET /api/contact-info': 'guest',
  'GET /api/pricing': 'guest',
  'GET /api/model-info': 'guest',
  'POST /api/user/login': 'guest',
  'POST /api/user/register': 'guest',
  'POST /api/user/reset': 'guest',
  'GET /api/verification': 'guest',
  'GET /api/reset_password': 'guest',
  'GET /api/oauth/email/bind': 'user',
  'GET /api/user/logout': 'guest',
  'GET /api/oauth/state': 'guest',
  'GET /api/oauth/github': 'guest',
  'GET /api/oauth/linuxdo': 'guest',
  'GET /api/oauth/wechat': 'guest',
  'GET /api/oauth/telegram/login': 'guest',
  'GET /api/oauth/telegram/bind': 'guest',
  'GET /api/oauth/oidc/authorize': 'guest',
  'GET /api/oauth/oidc': 'guest',

  'GET /api/status/health': 'guest',
  'GET /api/status/test': 'admin',
  'GET /api/token-channel-description': 'user',
  'GET /api/debug-document': 'user',
  'GET /api/topup-affiliate/img': 'user',

  'GET /api/oauth/wechat/bind': 'user',
  'DELETE /api/oauth/:provider/bind': 'user',

  'GET /api/user/self': 'user',
  'PUT /api/user/self': 'user',
  'DELETE /api/user/self': 'user',
  'GET /api/user/sessions': 'user',
  'DELETE /api/user/sessions': 'user',
  'DELETE /api/user/sessions/:id': 'user',
  'GET /api/user/totp': 'user',
  'POST /api/user/totp/setup': 'user',
  'POST /api/user/totp/enable': 'user',
  'POST /api/user/totp/disable': 'user',
  'POST /api/user/totp/recovery_codes': 'user',
  'DELETE /api/user/:id/totp': 'admin',
  'GET /api/user/passkeys': 'user',
  'POST /api/user/passkeys': 'user',
  'POST /api/user/passkeys/options': 'user',
  'PUT /api/user/passkeys/:id': 'user',
  'DELETE /api/user/passkeys/:id': 'user',
  'POST /api/user/passkey/options': 'guest',
  'POST /api/user/passkey/login': 'guest',
  'GET /api/user/token': 'user',
  'GET /api/user/aff': 'user',
  'POST /api/user/aff_transfer': 'user',
  'POST /api/user/amount': 'user',
  'POST /api/user/pay': 'user',
  'GET /api/user/orders': 'user',
  'GET /api/user/epay/notify': 'guest',
  'POST /api/user/epay/notify': 'guest',
  'GET /api/order': 'admin',
  'GET /api/user/models': 'user',
  'GET /api/groups/token': 'user',
  'GET /api/models': 'user',

  'POST /api/user/topup': 'user',
  'POST /api/user/sign-in': 'user',
  'GET /api/user/sign-in-dates': 'user',

  'GET /api/alert': 'admin',
  'POST /api/alert/:id/acknowledge': 'admin',
  'GET /api/alert/rule': 'admin',
  'POST /api/alert/rule': 'admin',
  'PUT /api/alert/rule': 'admin',
  'DELETE /api/alert/rule/:id': 'admin',
  'POST /api/alert/rule/:id/test': 'admin',
  'GET /api/alert/receiver': 'admin',
  'POST /api/alert/receiver': 'admin',
  'PUT /api/alert/receiver': 'admin',
  'DELETE /api/alert/receiver/:id': 'admin',
  'POST /api/alert/receiver/:id/test': 'admin',

  'GET /api/redemption': 'admin',
  'POST /api/redemption': 'admin',
  'PUT /api/redemption': 'admin',
  'GET /api/redemption/search': 'admin',
  'GET /api/redemption/:id': 'admin',
  'DELETE /api/redemption/:id': 'admin',

  'GET /api/user': 'admin',
  'POST /api/user': 'admin',
  'PUT /api/user': 'admin',
  'GET /api/user/search': 'admin',
  'GET /api/user/:id': 'admin',
  'DELETE /api/user/:id': 'admin',
  'POST /api/user/manage': 'admin',
  'GET /api/group': 'admin',

  'GET /api/token': 'user',
  'POST /api/token': 'user',
  'PUT /api/token': 'user',
  'GET /api/token/search': 'user',
  'GET /api/token/:id': 'user',
  'DELETE /api/token/:id': 'user',
  'POST /api/token/:id/rotate': 'user',
  'GET /api/keys': 'admin',
  'PUT /api/keys/:id': 'admin',
  'DELETE /api/keys/:id': 'admin',
  'POST /api/token/:id/leak': 'user',
  'DELETE /api/token/:id/previous': 'user',
  'GET /api/token/:id/reach': 'user',

  'GET /api/channel': 'admin',
  'POST /api/channel': 'admin',
  'PUT /api/channel': 'admin',
  'PUT /api/channel/bulk': 'admin',
  'GET /api/channel/search': 'admin',
  'GET /api/channel/models': 'admin',
  'GET /api/channel/:id': 'admin',
  'DELETE /api/channel/:id': 'admin',
  'DELETE /api/channel/disabled': 'admin',
  'POST /api/channel/batch': 'admin',
  'POST /api/channel/fix': 'admin',
  'GET /api/channel/:id/keys': 'admin',
  'POST /api/channel/:id/keys': 'admin',
  'POST /api/channel/:id/keys/:keyId/enable': 'admin',
  'DELETE /api/channel/:id/keys/:keyId': 'admin',
  'GET /api/channel/health': 'admin',
  'GET /api/channel/health/:id': 'admin',
  'POST /api/channel/health/:id/wake': 'admin',
  'GET /api/channel/test': 'admin',
  'GET /api/channel/test/:id': 'admin',
  'GET /api/channel/update_balance': 'admin',
  'GET /api/channel/update_balance/:id': 'admin',
  'GET /api/channel/fetch_models/:id': 'admin',
  'POST /api/channel/fetch_models': 'admin',
  'POST /api/channel/preview': 'admin',

  'GET /api/task': 'admin',
  'GET /api/task/self': 'user',
  'GET /api/mj': 'admin',
  'GET /api/mj/self': 'user',
  'GET /api/log': 'user',
  'GET /api/log/self': 'user',
  'GET /api/log/stat': 'user',
  'GET /api/log/self/stat': 'user',
  'GET /api/log/export': 'admin',
  'GET /api/log/self/export': 'user',
  'DELETE /api/log': 'admin',
  'GET /api/data': 'admin',
  'GET /api/data/self': 'user',
  'GET /api/data/ranking': 'admin',
  'GET /api/data/self/ranking': 'user',
  'GET /api/report': 'admin',
  'GET /api/report/self': 'user',
  'GET /api/report/export': 'admin',
  'GET /api/report/self/export': 'user',
  'GET /api/statement': 'admin',
  'GET /api/statement/self': 'user',
  'GET /api/statement/export': 'admin',
  'GET /api/statement/self/export': 'user',
  'POST /api/bill/compare': 'admin',

  'GET /api/inspector/notices': 'user',
  'POST /api/inspector/kept': 'user',
  'GET /api/inspector/call/:request_id': 'user',
  'DELETE /api/inspector/call/:request_id': 'user',
  'POST /api/inspector/own': 'user',
  'DELETE /api/inspector/own/:id': 'user',
  'GET /api/inspector/rule': 'root',
  'POST /api/inspector/rule': 'root',
  'DELETE /api/inspector/rule/:id': 'root',
  'GET /api/inspector/store': 'root',
  'DELETE /api/inspector/store': 'root',

  'GET /api/backup': 'root',
  'POST /api/backup': 'root',
  'GET /api/backup/stored': 'root',
  'POST /api/backup/test': 'root',
  'GET /api/option': 'admin',
  'PUT /api/option': 'admin',
  'GET /api/move_in': 'root',
  'POST /api/move_in': 'root',
  'POST /api/move_in/file/:part': 'root',
  'DELETE /api/move_in/file/:part': 'root',
  'GET /api/storage': 'root',
  'POST /api/storage/clean': 'root',
  'POST /api/option/rest_model_ratio': 'admin',
  'POST /api/option/price_preview': 'admin',
  'POST /api/option/test_mail': 'admin',
};
