import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type CallRecording, type RecordedSign } from '@inspector';
import { type CallerError } from '../dialect/caller-error';
import { ClientConnection } from './client-connection';

/** Tells callers that the content of their call is recorded: `true`, or `on-failure` where it is kept only then. */
const RECORDED_HEADER = 'x-sluice-recorded';

interface RecordedResponse {
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly recording: CallRecording;
}

/** The caller's side of a call that may be recorded: what is sent is shown to the recording on its way. */
export class RecordedConnection extends ClientConnection {
  private readonly recording: CallRecording;

  constructor(request: IncomingMessage, { response, requestId, recording }: RecordedResponse, stallLimitMs: number) {
    super(request, response, requestId, stallLimitMs);
    this.recording = recording;
    const tell = (sign: RecordedSign) => this.addFact(RECORDED_HEADER, sign);
    if (recording.sign !== null) tell(recording.sign);
    recording.onSign(tell);
  }

  override send(status: number, contentType: string, body: Buffer | string): void {
    if (!this.isGone && !this.isOpen) {
      this.begins(status, contentType);
      this.recording.answered(body);
    }
    super.send(status, contentType, body);
  }

  override refuse(error: CallerError): void {
    this.recording.failed();
    super.refuse(error);
  }

  override openStream(contentType?: string): void {
    if (!this.isGone && !this.isOpen) this.begins(200, contentType ?? 'text/event-stream');
    super.openStream(contentType);
  }

  override write(bytes: Buffer | string): boolean {
    this.recording.answered(bytes);
    return super.write(bytes);
  }

  override end(bytes?: string): void {
    if (bytes !== undefined && !this.isGone) this.recording.answered(bytes);
    super.end(bytes);
  }

  override cut(): void {
    this.recording.failed();
    super.cut();
  }

  private begins(status: number, contentType: string): void {
    this.recording.answering(status, contentType, { 'content-type': contentType, ...this.extraHeaders });
  }
}
