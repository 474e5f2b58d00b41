/*
 * Trains the embedded model: a small llama-style transformer (RMSNorm, rotary positions, SwiGLU, tied embeddings) with a hand-written
 * backward pass and AdamW. Runs sequences in parallel with OpenMP. Reads data.bin and writes 32-bit weights. Run by train.ts.
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { D = 96, LAYERS = 3, HEADS = 4, HD = D / HEADS, HIDDEN = 256, CONTEXT = 112, BATCH = 16 };

typedef struct {
  size_t norm1, wq, wk, wv, wo, norm2, gate, down, up;
} LayerOffsets;

static int vocabulary, sequences, *lengths, **tokens;
static size_t embedding, finalNorm, total;
static LayerOffsets at[LAYERS];
static float *weights, *mean, *variance;
static float cosines[CONTEXT][HD / 2], sines[CONTEXT][HD / 2];

typedef float Wide[CONTEXT][D];
typedef float Hidden[CONTEXT][HIDDEN];

/* The values of a sequence's forward pass that its backward pass needs. */
typedef struct {
  Wide x[LAYERS + 1], middle[LAYERS], normed1[LAYERS], q[LAYERS], k[LAYERS], v[LAYERS], mixed[LAYERS], normed2[LAYERS];
  Hidden gate[LAYERS], up[LAYERS], gated[LAYERS];
  float scale1[LAYERS][CONTEXT], scale2[LAYERS][CONTEXT], attention[LAYERS][HEADS][CONTEXT][CONTEXT];
  Wide final, dx, d1, d2, dq, dk, dv;
  float finalScale[CONTEXT], *logits;
  Hidden dGated, dGate, dUp;
} Trace;

/* Returns contiguous rows as one array. */
static float *flat(void *rows) { return rows; }

static void add(float *to, const float *from, int count) {
  for (int i = 0; i < count; i++) to[i] += from[i];
}

static size_t take(size_t *position, size_t count) {
  size_t start = *position;
  *position += count;
  return start;
}

static void layOut(void) {
  size_t p = 0;
  embedding = take(&p, (size_t)vocabulary * D);
  for (int l = 0; l < LAYERS; l++) {
    at[l].norm1 = take(&p, D);
    at[l].wq = take(&p, D * D);
    at[l].wk = take(&p, D * D);
    at[l].wv = take(&p, D * D);
    at[l].wo = take(&p, D * D);
    at[l].norm2 = take(&p, D);
    at[l].gate = take(&p, HIDDEN * D);
    at[l].down = take(&p, D * HIDDEN);
    at[l].up = take(&p, HIDDEN * D);
  }
  finalNorm = take(&p, D);
  total = p;
}

/* out[t][o] = sum over i of in[t][i] * w[o][i] */
static void multiply(float *out, const float *in, const float *w, int count, int inputs, int outputs) {
  for (int t = 0; t < count; t++)
    for (int o = 0; o < outputs; o++) {
      float sum = 0;
      for (int i = 0; i < inputs; i++) sum += in[(size_t)t * inputs + i] * w[(size_t)o * inputs + i];
      out[(size_t)t * outputs + o] = sum;
    }
}

/* Adds the gradients of the inputs to dIn and of the weights to dW. */
static void multiplyBack(float *dIn, float *dW, const float *dOut, const float *in, const float *w, int count, int inputs, int outputs) {
  for (int t = 0; t < count; t++)
    for (int o = 0; o < outputs; o++) {
      float g = dOut[(size_t)t * outputs + o];
      if (g == 0) continue;
      for (int i = 0; i < inputs; i++) {
        dIn[(size_t)t * inputs + i] += g * w[(size_t)o * inputs + i];
        dW[(size_t)o * inputs + i] += g * in[(size_t)t * inputs + i];
      }
    }
}

static void norm(float *out, float *scales, const float *x, const float *w, int count) {
  for (int t = 0; t < count; t++) {
    float sum = 0;
    for (int i = 0; i < D; i++) sum += x[t * D + i] * x[t * D + i];
    scales[t] = 1 / sqrtf(sum / D + 1e-5f);
    for (int i = 0; i < D; i++) out[t * D + i] = x[t * D + i] * scales[t] * w[i];
  }
}

static void normBack(float *dx, float *dw, const float *dOut, const float *x, const float *w, const float *scales, int count) {
  for (int t = 0; t < count; t++) {
    float s = scales[t], sum = 0;
    for (int i = 0; i < D; i++) {
      sum += dOut[t * D + i] * w[i] * x[t * D + i];
      dw[i] += dOut[t * D + i] * x[t * D + i] * s;
    }
    sum *= s * s * s / D;
    for (int i = 0; i < D; i++) dx[t * D + i] += dOut[t * D + i] * w[i] * s - x[t * D + i] * sum;
  }
}

/* Rotates pairs by their position. Direction -1 reverses the rotation for gradients. */
static void rotate(float *x, int count, int direction) {
  for (int t = 0; t < count; t++)
    for (int h = 0; h < HEADS; h++)
      for (int i = 0; i < HD / 2; i++) {
        float *pair = x + t * D + h * HD + 2 * i, c = cosines[t][i], s = direction * sines[t][i], a = pair[0], b = pair[1];
        pair[0] = a * c - b * s;
        pair[1] = a * s + b * c;
      }
}

static void attend(Trace *A, int l, int count) {
  float scale = 1 / sqrtf(HD);
  for (int h = 0; h < HEADS; h++)
    for (int t = 0; t < count; t++) {
      float *a = A->attention[l][h][t], most = -1e30f, sum = 0;
      for (int u = 0; u <= t; u++) {
        float dot = 0;
        for (int i = 0; i < HD; i++) dot += A->q[l][t][h * HD + i] * A->k[l][u][h * HD + i];
        a[u] = dot * scale;
        if (a[u] > most) most = a[u];
      }
      for (int u = 0; u <= t; u++) sum += a[u] = expf(a[u] - most);
      for (int i = 0; i < HD; i++) A->mixed[l][t][h * HD + i] = 0;
      for (int u = 0; u <= t; u++) {
        a[u] /= sum;
        for (int i = 0; i < HD; i++) A->mixed[l][t][h * HD + i] += a[u] * A->v[l][u][h * HD + i];
      }
    }
}

static void attendBack(Trace *A, int l, int count) {
  float scale = 1 / sqrtf(HD);
  for (int h = 0; h < HEADS; h++)
    for (int t = 0; t < count; t++) {
      float *a = A->attention[l][h][t], da[CONTEXT], sum = 0;
      for (int u = 0; u <= t; u++) {
        da[u] = 0;
        for (int i = 0; i < HD; i++) {
          float g = A->d2[t][h * HD + i];
          da[u] += g * A->v[l][u][h * HD + i];
          A->dv[u][h * HD + i] += g * a[u];
        }
        sum += da[u] * a[u];
      }
      for (int u = 0; u <= t; u++) {
        float d = a[u] * (da[u] - sum) * scale;
        for (int i = 0; i < HD; i++) {
          A->dq[t][h * HD + i] += d * A->k[l][u][h * HD + i];
          A->dk[u][h * HD + i] += d * A->q[l][t][h * HD + i];
        }
      }
    }
}

/* Replaces A->logits with its gradient. Only tokens of the answer count. Returns the mean loss per token. */
static double lossOf(Trace *A, const int *sequence, int count, int answerStart) {
  double loss = 0;
  int counted = count + 1 - answerStart;
  for (int t = 0; t < count; t++) {
    float *z = A->logits + (size_t)t * vocabulary, most = -1e30f, sum = 0;
    if (t + 1 < answerStart) {
      memset(z, 0, sizeof(float) * vocabulary);
      continue;
    }
    for (int j = 0; j < vocabulary; j++)
      if (z[j] > most) most = z[j];
    for (int j = 0; j < vocabulary; j++) sum += z[j] = expf(z[j] - most);
    loss -= logf(z[sequence[t + 1]] / sum + 1e-30f);
    for (int j = 0; j < vocabulary; j++) z[j] /= sum * counted;
    z[sequence[t + 1]] -= 1.0f / counted;
  }
  return loss / counted;
}

static void forward(Trace *A, const int *sequence, int count) {
  const float *P = weights;
  for (int t = 0; t < count; t++) memcpy(A->x[0][t], P + embedding + (size_t)sequence[t] * D, sizeof(float) * D);
  for (int l = 0; l < LAYERS; l++) {
    norm(flat(A->normed1[l]), A->scale1[l], flat(A->x[l]), P + at[l].norm1, count);
    multiply(flat(A->q[l]), flat(A->normed1[l]), P + at[l].wq, count, D, D);
    multiply(flat(A->k[l]), flat(A->normed1[l]), P + at[l].wk, count, D, D);
    multiply(flat(A->v[l]), flat(A->normed1[l]), P + at[l].wv, count, D, D);
    rotate(flat(A->q[l]), count, 1);
    rotate(flat(A->k[l]), count, 1);
    attend(A, l, count);
    multiply(flat(A->middle[l]), flat(A->mixed[l]), P + at[l].wo, count, D, D);
    add(flat(A->middle[l]), flat(A->x[l]), count * D);
    norm(flat(A->normed2[l]), A->scale2[l], flat(A->middle[l]), P + at[l].norm2, count);
    multiply(flat(A->gate[l]), flat(A->normed2[l]), P + at[l].gate, count, D, HIDDEN);
    multiply(flat(A->up[l]), flat(A->normed2[l]), P + at[l].up, count, D, HIDDEN);
    float *gate = flat(A->gate[l]), *up = flat(A->up[l]), *gated = flat(A->gated[l]);
    for (int i = 0; i < count * HIDDEN; i++) gated[i] = gate[i] / (1 + expf(-gate[i])) * up[i];
    multiply(flat(A->x[l + 1]), flat(A->gated[l]), P + at[l].down, count, HIDDEN, D);
    add(flat(A->x[l + 1]), flat(A->middle[l]), count * D);
  }
  norm(flat(A->final), A->finalScale, flat(A->x[LAYERS]), P + finalNorm, count);
  multiply(A->logits, flat(A->final), P + embedding, count, D, vocabulary);
}

static void backward(Trace *A, float *G, const int *sequence, int count) {
  const float *P = weights;
  memset(A->d1, 0, sizeof A->d1);
  memset(A->dx, 0, sizeof A->dx);
  multiplyBack(flat(A->d1), G + embedding, A->logits, flat(A->final), P + embedding, count, D, vocabulary);
  normBack(flat(A->dx), G + finalNorm, flat(A->d1), flat(A->x[LAYERS]), P + finalNorm, A->finalScale, count);
  for (int l = LAYERS - 1; l >= 0; l--) {
    memset(A->dGated, 0, sizeof A->dGated);
    multiplyBack(flat(A->dGated), G + at[l].down, flat(A->dx), flat(A->gated[l]), P + at[l].down, count, HIDDEN, D);
    float *gate = flat(A->gate[l]), *up = flat(A->up[l]), *dGated = flat(A->dGated), *dUp = flat(A->dUp), *dGate = flat(A->dGate);
    for (int i = 0; i < count * HIDDEN; i++) {
      float g = gate[i], s = 1 / (1 + expf(-g)), d = dGated[i];
      dUp[i] = d * g * s;
      dGate[i] = d * up[i] * s * (1 + g * (1 - s));
    }
    memset(A->d1, 0, sizeof A->d1);
    multiplyBack(flat(A->d1), G + at[l].gate, flat(A->dGate), flat(A->normed2[l]), P + at[l].gate, count, D, HIDDEN);
    multiplyBack(flat(A->d1), G + at[l].up, flat(A->dUp), flat(A->normed2[l]), P + at[l].up, count, D, HIDDEN);
    normBack(flat(A->dx), G + at[l].norm2, flat(A->d1), flat(A->middle[l]), P + at[l].norm2, A->scale2[l], count);
    memset(A->d2, 0, sizeof A->d2);
    multiplyBack(flat(A->d2), G + at[l].wo, flat(A->dx), flat(A->mixed[l]), P + at[l].wo, count, D, D);
    memset(A->dq, 0, sizeof A->dq);
    memset(A->dk, 0, sizeof A->dk);
    memset(A->dv, 0, sizeof A->dv);
    attendBack(A, l, count);
    rotate(flat(A->dq), count, -1);
    rotate(flat(A->dk), count, -1);
    memset(A->d1, 0, sizeof A->d1);
    multiplyBack(flat(A->d1), G + at[l].wq, flat(A->dq), flat(A->normed1[l]), P + at[l].wq, count, D, D);
    multiplyBack(flat(A->d1), G + at[l].wk, flat(A->dk), flat(A->normed1[l]), P + at[l].wk, count, D, D);
    multiplyBack(flat(A->d1), G + at[l].wv, flat(A->dv), flat(A->normed1[l]), P + at[l].wv, count, D, D);
    normBack(flat(A->dx), G + at[l].norm1, flat(A->d1), flat(A->x[l]), P + at[l].norm1, A->scale1[l], count);
  }
  for (int t = 0; t < count; t++)
    for (int i = 0; i < D; i++) G[embedding + (size_t)sequence[t] * D + i] += A->dx[t][i];
}

static void readData(const char *path) {
  FILE *file = fopen(path, "rb");
  int head[3];
  if (!file || fread(head, 4, 3, file) != 3) exit(1);
  vocabulary = head[0], sequences = head[1];
  lengths = malloc(sequences * sizeof *lengths), tokens = malloc(sequences * sizeof *tokens);
  for (int i = 0; i < sequences; i++) {
    if (fread(&lengths[i], 4, 1, file) != 1 || lengths[i] > CONTEXT) exit(2);
    tokens[i] = malloc(lengths[i] * sizeof(int));
    if (fread(tokens[i], 4, lengths[i], file) != (size_t)lengths[i]) exit(1);
  }
  fclose(file);
}

static void initialize(void) {
  weights = malloc(total * 4), mean = calloc(total, 4), variance = calloc(total, 4);
  srand(1);
  for (size_t i = 0; i < total; i++) {
    float sum = 0;
    for (int k = 0; k < 12; k++) sum += rand() / (float)RAND_MAX;
    weights[i] = (sum - 6) * 0.05f;
  }
  for (int l = 0; l < LAYERS; l++)
    for (int i = 0; i < D; i++) weights[at[l].norm1 + i] = weights[at[l].norm2 + i] = 1;
  for (int i = 0; i < D; i++) weights[finalNorm + i] = 1;
  for (int t = 0; t < CONTEXT; t++)
    for (int i = 0; i < HD / 2; i++) {
      float angle = t * powf(10000, -2.0f * i / HD);
      cosines[t][i] = cosf(angle), sines[t][i] = sinf(angle);
    }
}

/* Updates the weights with AdamW: warm-up, cosine decay and clipped gradients. */
static void updateWeights(float **gradients, int threads, int batch, int step, int steps) {
  float *G = gradients[0];
  double length = 0;
  for (size_t i = 0; i < total; i++) {
    for (int t = 1; t < threads; t++) G[i] += gradients[t][i], gradients[t][i] = 0;
    G[i] /= batch;
    length += G[i] * G[i];
  }
  float clip = length > 1 ? 1 / sqrt(length) : 1, b1 = 0.9f, b2 = 0.98f;
  float rate = 3e-3f * (step < 50 ? step / 50.0f : 0.05f + 0.475f * (1 + cosf(3.14159f * step / steps)));
  float c1 = 1 - powf(b1, step), c2 = 1 - powf(b2, step);
  for (size_t i = 0; i < total; i++) {
    float g = G[i] * clip;
    G[i] = 0;
    mean[i] = b1 * mean[i] + (1 - b1) * g;
    variance[i] = b2 * variance[i] + (1 - b2) * g * g;
    weights[i] -= rate * (mean[i] / c1 / (sqrtf(variance[i] / c2) + 1e-8f) + 0.03f * weights[i]);
  }
}

/* Replaces a tenth of the tokens of longer questions with random ones, so that the answer doesn't depend on single words. */
static void addNoise(int *noisy, const int *sequence, int length, int answerStart, unsigned seed) {
  memcpy(noisy, sequence, sizeof(int) * length);
  if (answerStart - 2 < 5) return;
  for (int t = 1; t < answerStart - 1; t++) {
    seed = seed * 1664525u + 1013904223u;
    if ((seed >> 16) % 10 != 0) continue;
    seed = seed * 1664525u + 1013904223u;
    noisy[t] = (seed >> 12) % (vocabulary - 3);
  }
}

int main(int argc, char **argv) {
  if (argc != 4) return 1;
  int epochs = atoi(argv[1]), step = 0, threads = omp_get_max_threads();
  readData(argv[2]);
  layOut();
  initialize();
  int assistant = vocabulary - 2, *order = malloc(sequences * sizeof *order);
  Trace **traces = malloc(threads * sizeof *traces);
  float **gradients = malloc(threads * sizeof *gradients);
  for (int t = 0; t < threads; t++) {
    traces[t] = calloc(1, sizeof(Trace));
    traces[t]->logits = malloc(sizeof(float) * CONTEXT * vocabulary);
    gradients[t] = calloc(total, 4);
  }
  for (int i = 0; i < sequences; i++) order[i] = i;
  int steps = epochs * ((sequences + BATCH - 1) / BATCH);
  for (int epoch = 0; epoch < epochs; epoch++) {
    for (int i = sequences - 1; i > 0; i--) {
      int j = rand() % (i + 1), swap = order[i];
      order[i] = order[j], order[j] = swap;
    }
    double loss = 0;
    for (int from = 0; from < sequences; from += BATCH) {
      int batch = sequences - from < BATCH ? sequences - from : BATCH;
#pragma omp parallel for schedule(dynamic) reduction(+ : loss)
      for (int i = 0; i < batch; i++) {
        int thread = omp_get_thread_num(), one = order[from + i], count = lengths[one] - 1, start = 1;
        while (tokens[one][start - 1] != assistant) start++;
        int noisy[CONTEXT];
        addNoise(noisy, tokens[one], lengths[one], start, (epoch * sequences + one) * 2654435761u);
        forward(traces[thread], noisy, count);
        loss += lossOf(traces[thread], noisy, count, start);
        backward(traces[thread], gradients[thread], noisy, count);
      }
      updateWeights(gradients, threads, batch, ++step, steps);
    }
    if (epoch % 5 == 0 || epoch == epochs - 1) printf("epoch %d, loss %.4f\n", epoch, loss / sequences), fflush(stdout);
  }
  int head[6] = {vocabulary, D, LAYERS, HEADS, HIDDEN, CONTEXT};
  FILE *file = fopen(argv[3], "wb");
  if (!file) return 1;
  fwrite(head, 4, 6, file);
  fwrite(weights, 4, total, file);
  return fclose(file);
}
