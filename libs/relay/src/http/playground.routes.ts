import { AppError, isAppError, languageOf } from '@kernel';
import { Inject, Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CONFIG, Logger, namedScope, sendEnvelopeError, SessionReader, type Caller, type Config } from '@platform';
import { groupsOf, UsableGroups } from '@pricing';
import { type ApiCaller } from '@token';
import { limitsOf, UserStore } from '@user';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Admission } from '../admission/admit';
import { parseObject, readCall } from '../call/relay-call';
import { receivedFrom, takeOver } from './http-exchange';
import { ServeCall } from './serve-call';
import { decodeBody } from './decode-body';

const PLAYGROUND_PATH = '/pg/chat/completions';

/** The longest token name that the log's column can hold; longer names are cut. */
const TOKEN_NAME_LENGTH_MAX = 64;

/** The request after its session was accepted, before its body was read. */
type PlaygroundRequest = FastifyRequest & { person?: Caller; startedAt?: number };

/** The body that the playground page sent: the group for the gateway, and the request for the upstream. */
interface PlaygroundBody {
  readonly model: string;
  /** Empty for the user's own groups. */
  readonly group: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Runs a call for a user who is signed in at the console as it would run for a key: docs/relay-rules.md#playground. The
 * session is checked before the body is read. Only the user's own account pays.
 */
@Injectable()
export class PlaygroundRoutes {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sessions: SessionReader,
    private readonly users: UserStore,
    private readonly groups: UsableGroups,
    private readonly admission: Admission,
    private readonly options: Options,
    private readonly serveCall: ServeCall,
    private readonly logger: Logger,
  ) {}

  async register(fastify: FastifyInstance): Promise<void> {
    const routes = namedScope('playground', (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
      scope.post(
        PLAYGROUND_PATH,
        {
          bodyLimit: this.config.relayBodyLimitBytes,
          onRequest: (request, reply) => this.openSession(request, reply),
        },
        (request, reply) => this.handle(request, reply),
      );
      done();
    });
    await fastify.register(routes);
  }

  private async openSession(request: PlaygroundRequest, reply: FastifyReply): Promise<void> {
    request.startedAt = performance.now();
    request.person = await this.sessions.read(request, reply);
    if (request.person.via !== 'session') throw new AppError('PLAYGROUND_ACCESS_TOKEN');
  }

  private async handle(request: PlaygroundRequest, reply: FastifyReply): Promise<void> {
    const { person } = request;
    if (!person) throw new AppError('AUTH_NOT_LOGGED_IN');
    const body = readBody(await readBytes(request, this.config.relayBodyLimitBytes));
    const owner = await this.users.find(person.id);
    const caller = this.callerFor(person, body, owner && limitsOf(owner));
    const bytes = Buffer.from(JSON.stringify(body.fields));
    const call = readCall({
      endpoint: 'chat',
      format: 'openai',
      body: bytes,
      parsed: body.fields,
      isStrict: this.options.current.StrictConversionEnabled,
    });
    const language = languageOf(request.headers['accept-language']);
    const answerHeaders = renewedCookie(reply);
    const exchange = takeOver(request, reply);
    const received = receivedFrom(exchange, { caller, call, path: PLAYGROUND_PATH });
    await this.serveCall.serve(received, exchange, { answerHeaders, language });
  }

  /**
   * The user as a caller without a key: the models are not limited, and no token account is charged.
   *
   * @throws AppError PLAYGROUND_GROUP, PLAYGROUND_CHANNEL
   */
  private callerFor(person: Caller, { group, model }: PlaygroundBody, userLimits: ApiCaller['userLimits']): ApiCaller {
    if (group !== '' && !this.groups.groupsOf(person.group).usable.includes(group)) {
      throw new AppError('PLAYGROUND_GROUP');
    }
    const groups = group === '' ? groupsOf(person.group) : [group];
    const served = this.admission.groupServing(groups, model);
    if (served === null) throw new AppError('PLAYGROUND_CHANNEL', { params: { model, group: groups.join(',') } });
    return {
      tokenId: 0,
      tokenName: `playground-${served}`.slice(0, TOKEN_NAME_LENGTH_MAX),
      keyMask: '',
      hasPreviousKey: false,
      userId: person.id,
      username: person.username,
      role: person.role,
      userGroup: person.group,
      tokenGroup: group,
      modelLimits: null,
      isUnlimited: true,
      channelId: null,
      expiresAtSeconds: 0,
      rate: null,
      defaultModel: '',
      keyLimits: null,
      userLimits,
      team: null,
      tags: '',
      identity: {},
    };
  }

  /**
   * Answers a request without a session like the console does, in the envelope by which the page recognises it; all
   * other errors are sent as to any client.
   */
  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    if (isAppError(error) && error.status === 401) return sendEnvelopeError(error, request, reply, this.logger);
    const language = languageOf(request.headers['accept-language']);
    this.serveCall.refuse(ofCaller(error), takeOver(request, reply), {
      format: 'openai',
      language,
      path: PLAYGROUND_PATH,
    });
  }
}

/**
 * The console refuses users with status 200, and a client that reads streams would look for an answer in such a
 * response.
 */
function ofCaller(error: unknown): unknown {
  if (isAppError(error) && error.status === 200) return new AppError('RELAY_USER_BANNED', { cause: error });
  return error;
}

/** @throws AppError PLAYGROUND_BODY, RELAY_BODY_TOO_LARGE */
async function readBytes(request: FastifyRequest, bytesMax: number): Promise<Record<string, unknown>> {
  try {
    return parseObject(await decodeBody(request, bytesMax));
  } catch (error) {
    if (isAppError(error, 'RELAY_BODY_INVALID')) throw new AppError('PLAYGROUND_BODY', { cause: error });
    throw error;
  }
}

/**
 * Reads the body of the page. The page sends 0 for a limit that is not set; such limits are removed, because upstreams
 * refuse them.
 *
 * @throws AppError PLAYGROUND_MODEL, PLAYGROUND_GROUP
 */
function readBody({ group, ...given }: Record<string, unknown>): PlaygroundBody {
  const { model } = given;
  if (model === undefined || model === null || model === '') throw new AppError('PLAYGROUND_MODEL');
  const named = group ?? '';
  if (typeof named !== 'string') throw new AppError('PLAYGROUND_GROUP');
  const limits = ['max_tokens', 'max_completion_tokens'];
  const fields = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !(limits.includes(name) && value === 0)),
  );
  return { model: String(model), group: named, fields };
}

/** A session that is used renews its cookie, and a raw response would lose that header. */
function renewedCookie(reply: FastifyReply): Readonly<Record<string, string>> {
  const cookie = reply.getHeader('set-cookie');
  return typeof cookie === 'string' ? { 'set-cookie': cookie } : {};
}
