import { noUsage, type UsageBuckets } from '@contracts';
import { Injectable } from '@nestjs/common';
import { TokenCounter } from './token-counter';
import { type Delivery } from './delivery';
import { type RelayCall } from '../call/relay-call';
import { fileIn } from '../call/read-form';
import { usageOfCutShort } from './cut-short';
import { secondsOfAudio, tokensForSeconds } from './audio-length';

/** The parts of a delivery that are counted. */
type Seen = Pick<Delivery, 'generated' | 'seconds'>;

/** Counts what a call used where the upstream did not report it: docs/relay-rules.md#local-counting. */
@Injectable()
export class LocalUsage {
  constructor(private readonly counter: TokenCounter) {}

  async of(call: RelayCall, delivery: Seen, upstreamModel: string): Promise<UsageBuckets> {
    return {
      ...noUsage,
      promptTokens: await this.promptTokens(call, delivery, upstreamModel),
      completionTokens: await this.counter.generated(delivery.generated(), upstreamModel),
      calls: 1,
    };
  }

  /** See `usageOfCutShort`. */
  ofCutShort(reported: UsageBuckets, delivery: Delivery, upstreamModel: string): Promise<UsageBuckets> {
    return usageOfCutShort(reported, delivery, this.counter, upstreamModel);
  }

  private async promptTokens(call: RelayCall, delivery: Seen, upstreamModel: string): Promise<number> {
    switch (call.endpoint) {
      case 'speech':
        return charactersBilled(call) ?? this.counter.prompt(call, upstreamModel);
      case 'transcriptions':
      case 'translations':
        return tokensForSeconds(delivery.seconds ?? (await uploadedSeconds(call)));
      default:
        return this.counter.prompt(call, upstreamModel);
    }
  }
}

/** The older speech models are billed by the character, whatever its script. */
function charactersBilled({ model, parsed }: RelayCall): number | null {
  if (!model.startsWith('tts') || typeof parsed.input !== 'string') return null;
  return Array.from(parsed.input).length;
}

/** Length in seconds of the audio that the caller sent. */
export async function uploadedSeconds({ body, contentType }: RelayCall): Promise<number> {
  const file = await fileIn(body, contentType, 'file');
  return file ? secondsOfAudio(file.bytes, file.mime) : 0;
}
