import { NodeFS } from '@electric-sql/pglite/nodefs';
import { OTHERS } from './private.ts';

interface Attributes {
  mode?: number;
}

/** Of the file system that WebAssembly sees, as far as it is changed here. */
interface NodeOperations {
  setattr(node: unknown, attributes: Attributes): void;
}

/** PGlite's files in a folder, private from the moment they are made: by itself it lets everybody write them. */
export class PrivateFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const preRun = emscriptenOpts.preRun ?? [];
    const restrict = (module: object): void => {
      const { node_ops: operations } = (module as { NODEFS: { node_ops: NodeOperations } }).NODEFS;
      const setattr = operations.setattr.bind(operations);
      operations.setattr = (node, attributes) => {
        const { mode } = attributes;
        setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS });
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [restrict, ...preRun] } };
  }
}
