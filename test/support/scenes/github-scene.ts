import { startGithub, type GithubFake } from '../fakes/oauth-fakes';
import { startTestApp, type TestApp } from '../servers/test-app';
import { startOAuthScene, type OAuthScene } from './oauth-scene';

/** A server, a GitHub beside it, and a person there who has no account yet. */
class GithubScene {
  /** The number of the last person at GitHub. */
  lastId = 1000;

  constructor(
    readonly github: GithubFake,
    readonly app: TestApp,
    /** The browsers on their way to GitHub and back. */
    readonly browsers: OAuthScene,
  ) {}

  /** Ends all faults, and lets another person sign in from now on. */
  nextPerson(): void {
    this.lastId += 1;
    this.github.behave();
    this.github.person = { id: this.lastId, login: `octo-${this.lastId}`, name: `Octo ${this.lastId}` };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.github.close();
  }
}

export { type GithubScene };

export async function startGithubScene(): Promise<GithubScene> {
  const github = await startGithub();
  const app = await startTestApp({ environment: github.environment });
  return new GithubScene(github, app, await startOAuthScene(app, '/api/oauth/github', github));
}
