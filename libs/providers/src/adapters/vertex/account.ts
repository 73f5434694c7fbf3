import { type JsonObject, asRecord, asText, parseJson } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';

/**
 * The credentials in a channel's key: a service account of a project, or a key of the express mode, which has no
 * project.
 */
export type VertexAccount =
  | { readonly kind: 'apiKey'; readonly apiKey: string }
  | {
      readonly kind: 'serviceAccount';
      readonly projectId: string;
      readonly clientEmail: string;
      /** The private key as PKCS#8 in PEM, with its line breaks. */
      readonly privateKey: string;
      /** Empty when the document names none. */
      readonly privateKeyId: string;
      readonly tokenUri: string;
    };

export type ServiceAccount = Extract<VertexAccount, { kind: 'serviceAccount' }>;

const DEFAULT_TOKEN_URI = 'https://oauth2.googleapis.com/token';
/** Matches keys like `AQ.…` and `AIza…`. */
const API_KEY = /^[\w.-]{20,}$/;
const PEM = /-----BEGIN ([A-Z ]+)-----([^-]+)-----END \1-----/;
const PEM_LINE = /.{1,64}/g;

/**
 * Reads the JSON document of a service account, or an API key.
 *
 * @throws ChannelAddressError for anything else, other kinds of credentials included
 */
export function accountOf(target: ChannelTarget): VertexAccount {
  const key = target.key.trim();
  const document = asRecord(parseJson(key));
  if (document) return serviceAccountOf(document, target.id);
  if (API_KEY.test(key)) return { kind: 'apiKey', apiKey: key };
  throw new ChannelAddressError(target.id, 'the key is neither the JSON document of a service account nor an API key');
}

function serviceAccountOf(document: JsonObject, channelId: number): ServiceAccount {
  const text = (field: string): string => asText(document[field]).trim();
  if (text('type') !== 'service_account') {
    throw new ChannelAddressError(channelId, 'the key is a credential, but not of type service_account');
  }
  const projectId = text('project_id');
  const clientEmail = text('client_email');
  const privateKey = repairPem(text('private_key'));
  if (projectId === '' || clientEmail === '' || privateKey === null) {
    throw new ChannelAddressError(channelId, 'the key lacks project_id, client_email or private_key');
  }
  return {
    kind: 'serviceAccount',
    projectId,
    clientEmail,
    privateKey,
    privateKeyId: text('private_key_id'),
    tokenUri: text('token_uri') || DEFAULT_TOKEN_URI,
  };
}

/** Restores line breaks, which forms and environments often lose or turn into a backslash and a letter. */
function repairPem(pem: string): string | null {
  const [, label = '', body = ''] = PEM.exec(pem) ?? [];
  const lines = body.replace(/\\[nr]|\s+/g, '').match(PEM_LINE);
  return lines ? [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n') : null;
}
