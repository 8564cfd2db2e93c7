"""Serves one GGUF file by llama.cpp's own server until standard input ends.

Arguments: model file, tokens of the whole context, slots, threads, port (0: any free one), chat
template (empty: the file's own). Prints one line of JSON with the address when it is ready.
"""

import json
import sys

import xllamacpp

model, template = sys.argv[1], sys.argv[6]
context, slots, threads, port = map(int, sys.argv[2:6])
params = xllamacpp.CommonParams()
params.model.path = model
params.model_alias = [model.rsplit("/", 1)[-1]]
params.hostnames = ["127.0.0.1"]
params.port = port
params.n_ctx = context
params.n_parallel = slots
params.kv_unified = False
# Models with a sliding window keep the whole of a prompt too, or no prefix could be reused.
params.swa_full = True
params.cpuparams.n_threads = threads
params.cpuparams_batch.n_threads = threads
params.endpoint_props = True
params.warmup = False
# Only what stands in a slot is reused: a store of earlier prompts in memory would hide, on a small
# run, what the order of requests costs on a large one.
params.cache_ram_mib = 0
if template:
    params.chat_template = template
server = xllamacpp.Server(params)
print(json.dumps({"address": server.listening_address}), flush=True)
sys.stdin.read()
