import { sourceFiles } from './source-files';

describe('routes', () => {
  it('gives every controller its access, and none Nest’s bare one', () => {
    const controllers = sourceFiles('libs').filter(file => /\.controller\.ts$/.test(file.path));
    expect(controllers.length).toBeGreaterThan(5);
    const bare = controllers.filter(
      file => !/@(ConsoleController|PublicController)\(/.test(file.text) || /@Controller\(/.test(file.text),
    );
    expect(bare.map(file => file.path)).toEqual([]);
  });

  it('registers nothing for all routes at once', () => {
    const offenders = ['apps', 'libs']
      .flatMap(sourceFiles)
      .filter(file =>
        /APP_(GUARD|PIPE|INTERCEPTOR|FILTER)|useGlobal(Guards|Pipes|Interceptors|Filters)\(/.test(file.text),
      )
      .map(file => file.path);
    expect(offenders).toEqual([]);
  });

  it('never lets TypeORM change the schema by itself', () => {
    const offenders = ['apps', 'libs']
      .flatMap(sourceFiles)
      .filter(file => /synchronize:\s*true|\.synchronize\(/.test(file.text));
    expect(offenders.map(file => file.path)).toEqual([]);
  });
});
