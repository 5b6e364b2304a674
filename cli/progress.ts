// Progress on standard error: a bar that redraws itself on a terminal, one line a stage otherwise.

export interface Progress {
  report(stage: string, fraction: number): void;
  done(): void;
}

const WIDTH = 28;

/** Shows progress under a label. `quiet` shows nothing. */
export function createProgress(
  label: string,
  quiet: boolean,
  stream: NodeJS.WriteStream = process.stderr,
): Progress {
  let shown = '';
  let stage = '';
  return {
    report(next, fraction) {
      if (quiet) return;
      if (!stream.isTTY) {
        if (next !== stage) stream.write(`${label}: ${next}\n`);
        stage = next;
        return;
      }
      const filled = Math.round(WIDTH * Math.min(1, fraction));
      const percent = `${Math.floor(100 * fraction)}`.padStart(3);
      const line = `${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${percent} % ${next}`;
      if (line !== shown) stream.write(`\r${line}\u001b[K`);
      shown = line;
    },
    done() {
      if (!quiet && stream.isTTY && shown) stream.write('\r\u001b[K');
    },
  };
}

/** Lines of several jobs, one after the other: the one under way redraws itself on a terminal. */
export interface Lines {
  report(name: string, stage: string, fraction: number): void;
  say(text: string): void;
}

/** A line for each solid: how far it is while it is baked, and that it is ready. */
export function createLines(stream: NodeJS.WriteStream = process.stdout): Lines {
  const started = new Map<string, number>();
  let drawn = false;
  const wipe = () => {
    if (drawn) stream.write('\r\u001b[K');
    drawn = false;
  };
  return {
    report(name, stage, fraction) {
      if (fraction === 1) {
        const start = started.get(name);
        if (start === undefined) return; // it was baked before
        wipe();
        stream.write(`  ${name}: baked in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
        started.delete(name);
        return;
      }
      if (!started.has(name)) started.set(name, performance.now());
      if (!stream.isTTY) return;
      const filled = Math.round(WIDTH * fraction);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r  ${name} ${bar} ${`${Math.floor(100 * fraction)}`.padStart(3)} % ${stage}\u001b[K`);
      drawn = true;
    },
    say(text) {
      wipe();
      stream.write(`${text}\n`);
    },
  };
}
