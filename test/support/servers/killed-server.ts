import { TestClient } from '../clients/client';
import { Factories } from '../clients/factories';
import { freePort } from './free-port';
import { ROOT_PASSWORD } from '../scenes/served-scene';
import { runLedgerVerify, ServerProcess } from './server-process';

/**
 * The built server, which a test kills in the middle of work and starts again over the same data and at the same
 * address.
 */
export class KilledServer {
  private server: ServerProcess;

  private constructor(
    private readonly environment: Readonly<Record<string, string>>,
    /** The first process, whose data the later ones use, and which removes them. */
    private readonly first: ServerProcess,
    readonly make: Factories,
  ) {
    this.server = first;
  }

  /** Starts the server without data, with limits that no test reaches. */
  static async start(): Promise<KilledServer> {
    const environment = {
      PORT: String(await freePort()),
      INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
      API_REQUESTS_PER_WINDOW: '100000',
      CRITICAL_REQUESTS_PER_WINDOW: '100000',
    };
    const server = await ServerProcess.start({ environment });
    try {
      const root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
      return new KilledServer(environment, server, new Factories(server.url, root));
    } catch (error) {
      await server.dispose();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  /** Kills the server without a warning. */
  async kill(): Promise<void> {
    this.server.kill('SIGKILL');
    expect((await this.server.ended).signal).toBe('SIGKILL');
  }

  async startAgain(): Promise<void> {
    this.server = await ServerProcess.start({ environment: this.environment, dataDir: this.first.dataDir });
  }

  /** Ends the server as an operator does, and compares every balance with its movements. */
  async stopWithEvenLedger(): Promise<void> {
    expect((await this.server.stop()).code).toBe(0);
    const { code, stdout } = await runLedgerVerify(this.first.dataDir);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('sum of differences: 0') });
  }

  /** Removes the server with its data, in any state. */
  async dispose(): Promise<void> {
    await this.server.dispose();
    await this.first.dispose();
  }
}
