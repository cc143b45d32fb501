// bundle.mjs - modules of web/src for node's test runner, without the words that the catalogue gives them.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as esbuild from 'esbuild';

globalThis.navigator ??= { languages: ['en'] }; // Node 18

const noWords = {
  name: 'no words',
  setup(build) {
    build.onResolve({ filter: /^mazo:/ }, ({ path }) => ({ path, namespace: 'words' }));
    build.onLoad({ filter: /.*/, namespace: 'words' }, () => ({ contents: '{}', loader: 'json' }));
  },
};

/** What these modules export. */
export async function bundle(...modules) {
  const { outputFiles } = await esbuild.build({
    stdin: {
      contents: modules.map((name) => `export * from './${name}.js';`).join('\n'),
      resolveDir: join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src'),
    },
    bundle: true,
    write: false,
    format: 'esm',
    plugins: [noWords],
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
