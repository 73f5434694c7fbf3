import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { KeepQueue } from './keep/keep-queue';
import { fittingRules } from './rules/inspect-rule';
import { InspectRules } from './rules/inspect-rules';
import { CallRecording, type StartedCall } from './capture/call-recording';
import { MemoryBudget } from './capture/memory-budget';

const KILOBYTE = 1024;
/** How much more than the kept text is captured of a body, because media is left out before the text is cut. */
const CAPTURED_TIMES = 16;
const CAPTURED_BYTES_MAX = 8 * 1024 * KILOBYTE;

/** Records calls by the rules in force. A call asks `isOn` once; all else happens only for calls that a rule may want. */
@Injectable()
export class Inspector {
  private readonly budget = new MemoryBudget();

  constructor(
    private readonly rules: InspectRules,
    private readonly options: Options,
    private readonly queue: KeepQueue,
  ) {}

  get isOn(): boolean {
    return this.rules.isOn;
  }

  /** @returns null for a call that no rule wants */
  begin(call: StartedCall): CallRecording | null {
    const rules = fittingRules(this.rules.current, call, Date.now());
    if (rules.length === 0) return null;
    const bytesMax = Math.min(
      this.options.current.InspectorBodyKilobytes * KILOBYTE * CAPTURED_TIMES,
      CAPTURED_BYTES_MAX,
    );
    return new CallRecording(call, rules, { budget: this.budget, bytesMax });
  }

  /** Hands a call that has ended over to be written, behind its answer; never waits. */
  end(recording: CallRecording, isLeft: boolean): void {
    recording.endedAt = performance.now();
    recording.isLeft = isLeft;
    if (recording.isWanted) this.queue.add(recording);
    else recording.release();
  }
}
