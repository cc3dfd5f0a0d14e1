import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The engine package is not installed (it is optional: GPL, kept apart). */
export class EngineMissing extends Error {
  override name = 'EngineMissing';
}

/** Speaks `text` with command-line arguments of espeak-ng and answers the WAV file that it wrote. */
export type Speak = (args: readonly string[], text: string) => Promise<Uint8Array>;

/** The few parts of the Emscripten module that are used here. */
interface EspeakModule {
  readonly FS: {
    writeFile(path: string, text: string): void;
    readFile(path: string): Uint8Array;
  };
}
type EspeakFactory = (options: {
  arguments: string[];
  print: (line: string) => void;
  printErr: (line: string) => void;
  preRun: ((module: EspeakModule) => void)[];
  instantiateWasm: (imports: WebAssembly.Imports, ready: (instance: WebAssembly.Instance) => void) => object;
}) => Promise<EspeakModule>;

const packageShape = z.object({ default: z.custom<EspeakFactory>((value) => typeof value === 'function') });
/** A name that neither the compiler nor a bundler follows: the package has no types and may be absent. */
const ENGINE_PACKAGE: string = 'espeak-ng';

/**
 * Loads espeak-ng and compiles its 18 MB of WebAssembly once; every utterance then gets a fresh instance, because
 * the module is the command-line program and ends after one run.
 * @throws EngineMissing when the package is not installed.
 */
export async function loadEspeak(): Promise<Speak> {
  let location: string;
  try {
    location = import.meta.resolve(ENGINE_PACKAGE);
  } catch (cause) {
    throw new EngineMissing('espeak-ng is not installed', { cause });
  }
  const factory = await importFactory(location);
  const wasm = await readFile(fileURLToPath(new URL('espeak-ng.wasm', location)));
  const compiled = await WebAssembly.compile(wasm);
  return async (args, text) => {
    const module = await run(factory, compiled, args, text);
    return module.FS.readFile('out.wav');
  };
}

async function importFactory(location: string): Promise<EspeakFactory> {
  try {
    return packageShape.parse(await import(location)).default;
  } catch (cause) {
    throw new EngineMissing('espeak-ng cannot be loaded', { cause });
  }
}

function run(
  factory: EspeakFactory,
  compiled: WebAssembly.Module,
  args: readonly string[],
  text: string,
): Promise<EspeakModule> {
  return new Promise((resolve, reject) => {
    factory({
      arguments: [...args, '-b', '1', '-w', 'out.wav', '-f', 'in.txt'],
      print: ignore,
      printErr: ignore,
      preRun: [(module) => module.FS.writeFile('in.txt', text)],
      instantiateWasm: (imports, ready) => {
        WebAssembly.instantiate(compiled, imports).then(ready).catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

/** What the program prints could hold the text, which is never logged. */
function ignore(): void {}
