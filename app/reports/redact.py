"""Takes secrets and personal data out of text: keys, tokens, passwords, e-mails, addresses, names in paths.

Every pattern is linear. What is taken out becomes `<redacted:kind>`; shapes, versions and file names stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RedactRow:
    """One kind of secret. A group `secret` is what goes; without one the whole match goes."""

    kind: str
    hints: tuple[str, ...]
    """Pieces of lower-case text of which one must be there; empty: always tried."""
    pattern: re.Pattern[str]
    sample: str
    near_miss: str
    unless_before: re.Pattern[str] | None = None
    """What stands before a look-alike that is none."""
    keep: frozenset[str] = frozenset()
    """Values, lower case, that are no secret."""


_BEFORE = 48
_PLACEHOLDERS = frozenset(
    {
        "none",
        "null",
        "true",
        "false",
        "empty",
        "token",
        "token-abc123",
        "dummy",
        "xxx",
        "xxxxxx",
        "your_token",
        "string",
        "required",
    }
)
_COMMON_USERS = frozenset(
    {
        "user",
        "username",
        "ubuntu",
        "root",
        "runner",
        "jovyan",
        "vllm",
        "app",
        "appuser",
        "coder",
        "work",
        "workspace",
        "ray",
        "node",
        "docker",
        "ec2-user",
        "sagemaker-user",
        "xxx",
        "xxxx",
        "me",
        "public",
        "shared",
        "default",
        "all users",
        "conda",
        "mambauser",
        "nonroot",
        "linuxbrew",
        "$user",
        "${user}",
        "%username%",
        "...",
    }
)
_LOCAL = frozenset({"127.0.0.1", "0.0.0.0", "255.255.255.255", "255.255.255.0", "1.1.1.1", "8.8.8.8"})  # noqa: S104
_NO_MAIL = frozenset({"git@github.com", "git@gitlab.com", "git@hf.co", "noreply@github.com"})

_OCTET = r"(?:25[0-5]|2[0-4]\d|1?\d?\d)"
_NAMED = (
    r"(?:secret|passw(?:or)?d|passphrase|api[_-]?key|access[_-]?key(?:[_-]id)?|private[_-]?key|account[_-]?key"
    r"|shared[_-]?access[_-]?key|credentials?"
    r"|(?<![a-z])(?:hf|hub|hugging[_-]?face|api|access|auth|bearer|refresh|session|github|gh|gitlab|slack|wandb|ngc"
    r"|pypi|npm|bot|deploy|secret|client|app|user|csrf|jupyter|modelscope|registry)[_-]?token)"
)


def _row(kind: str, hints: str, pattern: str, sample: str, near_miss: str, **more: object) -> RedactRow:
    before = more.get("unless_before")
    keep = more.get("keep")
    return RedactRow(
        kind,
        tuple(hints.split()),
        re.compile(pattern),
        sample,
        near_miss,
        re.compile(before) if isinstance(before, str) else None,
        keep if isinstance(keep, frozenset) else frozenset(),
    )


REDACTIONS: tuple[RedactRow, ...] = (
    _row(
        "hf_token",
        "hf_ api_org_",
        r"(?<![A-Za-z0-9])(?:hf|api_org)_[A-Za-z0-9]{16,80}(?![A-Za-z0-9_])",
        "HF_TOKEN=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",
        "hf_config_path and hf_overrides",
    ),
    _row(
        "github_token",
        "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat-",
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{22,255}|glpat-[\w-]{16,80})",
        "remote: ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "ghp_model.py",
    ),
    _row(
        "api_key",
        "sk- sk_ nvapi- gsk_ r8_ aiza xox dapi npm_ pypi- dckr_pat_ sk-ant wandb_v1_",
        r"(?<![A-Za-z0-9_-])(?:sk-(?=[\w-]{0,60}\d)[A-Za-z0-9_-]{18,200}|[sr]k_(?:live|test)_\w{16,100}"
        r"|nvapi-[\w-]{30,120}"
        r"|gsk_\w{30,80}|r8_\w{30,60}|AIza[\w-]{30,60}|xox[abprs]-[\w-]{10,200}|dapi[0-9a-f]{30,40}"
        r"|npm_\w{30,50}"
        r"|pypi-Ag[\w-]{40,300}|dckr_pat_[\w-]{20,60}|wandb_v1_\w{20,120})",
        "OPENAI key sk-proj-abcdEFGH1234567890abcdEFGH12 was used",
        "sk-learn-contrib-extensions",
    ),
    _row(
        "aws_key",
        "akia asia",
        r"(?<![A-Za-z0-9])(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}(?![A-Za-z0-9])",
        "AKIAIOSFODNN7EXAMPLE",
        "ASIA-PACIFIC",
    ),
    _row(
        "wandb_key",
        "wandb",
        r"(?i)wandb[^\n]{0,80}?(?<![0-9a-f])(?P<secret>[0-9a-f]{40})(?![0-9a-f])",
        "wandb: login 0123456789abcdef0123456789abcdef01234567",
        "commit 0123456789abcdef0123456789abcdef01234567",
    ),
    _row(
        "jwt",
        "eyj",
        r"(?<![\w-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,4000}\.[\w-]{0,4000}",
        "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmN",
        "eyJ is a beginning",
    ),
    _row(
        "ssh_key",
        "ssh- ecdsa-",
        r"(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-nistp\d{3}) (?P<secret>AAAA[A-Za-z0-9+/=]{30,3000})",
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0123456789abcdefghij0123456789",
        "ssh-rsa keys",
    ),
    _row(
        "authorization",
        "authorization bearer api-key",
        r"(?i)(?:\bauthorization['\"]?\s{0,3}[:=]\s{0,3}['\"]?(?:bearer |basic |token |digest )?"
        r"|\bbearer |\bx-api-key['\"]?\s{0,3}[:=]\s{0,3}['\"]?)"
        r"(?P<secret>(?!<redacted)[A-Za-z0-9._~+/=:-]{12,2000})",
        "curl -H 'Authorization: Bearer abcdef1234567890abcdef'",
        "Authorization: none",
        keep=_PLACEHOLDERS,
    ),
    _row(
        "secret",
        "secret password passwd passphrase key token credential",
        rf"(?i){_NAMED}['\"]?\s{{0,3}}(?:=>|[=:])\s{{0,3}}[bu]?['\"]?"
        r"(?P<secret>(?![<$%*(\[{])[^\s'\",;)}\]&]{5,500})",
        "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "pad_token: '[PAD]', max_tokens=4096",
        keep=_PLACEHOLDERS,
    ),
    _row(
        "secret",
        "--",
        r"(?i)(?<![\w-])--(?:[\w-]{0,30}(?:api-key|password|passwd|secret|auth-token|hf-token"
        r"|access-token|hf_token)|token)(?:=|\s{1,3})['\"]?"
        r"(?P<secret>(?![<$-])[^\s'\"]{5,300})",
        "vllm serve m --api-key a1b2c3d4e5",
        "vllm serve m --tokenizer gpt2",
        keep=_PLACEHOLDERS,
    ),
    _row(
        "secret",
        "token",
        r"(?i)(?<![a-z_])token['\"]?\s{0,3}[=:]\s{0,3}[bu]?['\"]?"
        r"(?P<secret>(?=[\w.~+/-]{0,80}\d)(?=[\w.~+/-]{0,80}[a-z])[A-Za-z0-9_.~+/-]{16,500})",
        "http://localhost:8888/lab?token=3f1c0b9a7d5e4f2a8b6c",
        "KeyError: 'token': see https://host/docs",
    ),
    _row(
        "password",
        "://",
        r"(?i)\b[a-z][a-z0-9+.-]{1,20}://(?P<secret>[^\s:/@<>'\"]{0,100}:[^\s/@<>'\"]{1,200})@",
        "postgresql://ann:geheim@db/x",
        "http://0.0.0.0:8000/v1",
    ),
    _row(
        "url_secret",
        "sig signature token key password",
        r"(?i)[?&](?:x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|signature"
        r"|sig|token|access_token|api_?key|key|password|secret)="
        r"(?P<secret>(?!<redacted)[^\s&'\"<>#]{6,2000})",
        "https://host/f?X-Amz-Signature=0123abcdef0123",
        "https://host/f?page=2&size=30",
    ),
    _row(
        "email",
        "@",
        r"(?<![\w.+/@-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,60}\.){1,6}"
        r"(?!(?:shape|dtype|device|size|data|grad|weight|mT|py|so|cpp|cu|cc|hpp|transpose"
        r"|t)\b)[a-z]{2,18}(?![\w(-]|\.\w)",
        "mail ann.lee@example.org about it",
        "q@k.transpose(-1) and layer.cuh@54",
        keep=_NO_MAIL,
    ),
    _row(
        "ip",
        ".",
        rf"(?<![\w.:-])(?!0+\.)(?:{_OCTET}\.){{3}}{_OCTET}(?![\w-]|\.\d)",
        "connect to 10.0.0.12:6379",
        "TensorRT version: 10.11.0.33",
        unless_before=(
            r"(?i)(?:version|release|driver|[=<>~!]=|\bv|tensorrt\S{0,12}|cudnn\S{0,12}|nvidia\S{0,30}"
            r"|cuda\S{0,12}|\blib[\w.-]{1,30}|trt|opencv\S{0,12}"
            r"|build|onnx\S{0,16}|openvino|cann|rocm|hip|firmware|-cu\d{2}|package|wheel|kernel|shapes?"
            r"|sizes?|dims?|blob|tensor)[\s:=_('\"\[-]{0,30}$|\b(?:shapes?|tensor)\b[^\n]{0,40}\($"
        ),
        keep=_LOCAL,
    ),
    _row(
        "ip",
        ":",
        r"(?<![\w:.])(?=[0-9:]{0,39}(?:::|[a-fA-F]))(?:(?:[0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|(?:fe80|fd[0-9a-f]{2}|fc[0-9a-f]{2}"
        r"|2[0-9a-f]{3})(?::[0-9a-fA-F]{0,4}){2,7})(?![\w:.])",
        "listening on [2001:db8::8a2e:370:7334]:8000",
        "c10::detail::torchCheckFail and 12:30:45",
    ),
    _row(
        "mac",
        ":",
        r"(?<![\w:])(?:[0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}(?![\w:])",
        "link/ether 02:42:ac:11:00:02",
        "00000000:07:00.0",
    ),
    _row(
        "gpu_uuid",
        "gpu- mig-",
        r"(?<!\w)(?:GPU|MIG)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        "GPU-5b1f3f8a-0d3c-4b6e-9a51-2f6a9c0d1e2f",
        "GPU-0 is busy",
    ),
    _row(
        "user",
        "/home/ /users/ /homes/ /zhome/ \\users\\ \\\\users\\\\",
        r"(?i)(?:/(?:home|users|homes|zhome)/|\b[a-z]:(?:\\{1,2}|/)users(?:\\{1,2}|/))"
        r"(?P<secret>(?!<redacted)[^\s/\\\"'<>:|*?,;)]{1,64}(?: [A-Z][a-z]{1,20}(?=[/\\]))?)",
        'File "/home/annlee/x/train.py", line 3',
        "/home/user/x.py and C:\\Users\\user\\y.py",
        keep=_COMMON_USERS,
    ),
    _row(
        "user",
        "user= username= logname= user: username: logname:",
        r"(?i)(?<![\w-])(?:user|username|logname|sudo_user)['\"]?(?:="
        r"|: )['\"]?(?P<secret>(?!<redacted)[A-Za-z][\w.-]{1,40})(?![\w.-]|\(|/)",
        "USER=annlee",
        "user: the one who runs it",
        keep=_COMMON_USERS | {"the", "input", "defined", "code", "warning", "prompt", "message", "guide"},
    ),
    _row(
        "host",
        "@",
        r"(?<![\w.@/-])(?P<secret>[a-z_][\w.-]{0,31}@[A-Za-z0-9][\w.-]{0,62})(?=:[~/]|[ :]~|:\\)",
        "annlee@dgx-07:~/work$ python x.py",
        "x @ y: done",
        keep=frozenset({"user@host", "root@host", "git@github.com"}),
    ),
    _row(
        "host",
        "hostname host node",
        r"(?i)(?<![\w-])(?:hostname|nodename|host_name|node_name|slurmd_nodename"
        r"|master_addr)['\"]?\s{0,8}(?:=|: )\s{0,3}['\"]?"
        r"(?P<secret>(?!<redacted)[A-Za-z][\w.-]{2,80})(?![\w.(-])",
        "HOSTNAME=dgx-07",
        "hostname: not set",
        keep=frozenset({"localhost", "host", "none", "not", "true", "false", "name"}),
    ),
    _row(
        "host",
        ".internal .local .corp .lan .intra .amazonaws. .svc",
        r"(?i)(?<![\w.@-])(?P<secret>(?:[\w-]{1,63}\.){1,8}(?:internal|local|corp|lan|intra|intranet|svc"
        r"|amazonaws\.com))(?![\w(-]|\.\w)",
        "http://ip-10-0-3-4.ec2.internal:9000/",
        "torch._dynamo.internal_api, conf.local_rank",
        keep=frozenset({"host.docker.internal", "svc.cluster.local"}),
    ),
    _row(
        "host",
        ":",
        r"(?m)(?:^|[\s|])(?P<secret>(?!host\b)[A-Za-z][\w.-]{1,63})(?=:\d{1,8}:\d{1,8} (?:\[\d{1,3}\] )?"
        r"(?:[\w./-]{1,80}:\d{1,6} )?(?:NCCL|WARN|INFO) )",
        "dgx-07:1324:1400 [1] NCCL INFO Bootstrap",
        "train.py:12:3: error",
    ),
    _row(
        "host",
        ":",
        r"(?m)^[^\n]{0,60}?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d (?P<secret>(?!host )[A-Za-z][\w.-]{1,63}"
        r")(?= [\w./@-]{1,80}(?:\[\d{1,8}\])?: )",
        "Apr 18 20:55:50 dgx-07 vllm[8121]: Traceback",
        "Apr 18 20:55:50 went by",
    ),
)

_KEY_BEGIN = "-----BEGIN "
_KEY_END = "-----END "
_KEY_HEAD = re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----")
_KEY_MOST = 20_000


def redact(text: str) -> str:
    """The text with each secret replaced by `<redacted:kind>`; applying it again changes nothing."""
    text = _without_private_keys(text)
    lower = text.lower()
    for row in REDACTIONS:
        if not row.hints or any(hint in lower for hint in row.hints):
            changed = row.pattern.sub(_replacer(row), text)
            if changed is not text and changed != text:
                text, lower = changed, changed.lower()
    return text


def _replacer(row: RedactRow) -> Callable[[re.Match[str]], str]:
    name = "secret" if "secret" in row.pattern.groupindex else 0

    def replace(found: re.Match[str]) -> str:
        secret = found[name]
        if secret.lower() in row.keep or (row.unless_before and _stands_before(row.unless_before, found)):
            return found[0]
        start, end = found.start(name) - found.start(), found.end(name) - found.start()
        return f"{found[0][:start]}<redacted:{row.kind}>{found[0][end:]}"

    return replace


def _stands_before(pattern: re.Pattern[str], found: re.Match[str]) -> bool:
    return pattern.search(found.string[max(0, found.start() - _BEFORE) : found.start()]) is not None


def _without_private_keys(text: str) -> str:
    """Private keys go whole, with what log prefixes stand between their lines."""
    if _KEY_BEGIN not in text:
        return text
    parts: list[str] = []
    at = 0
    for head in _KEY_HEAD.finditer(text):
        if head.start() < at:
            continue
        end = text.find(_KEY_END, head.end(), head.end() + _KEY_MOST)
        stop = text.find("-----", end + len(_KEY_END), end + 80) if end >= 0 else -1
        after = stop + 5 if stop >= 0 else min(len(text), head.end() + 4000)
        parts += [text[at : head.start()], "<redacted:private_key>"]
        at = after
    return "".join(parts) + text[at:]
