package dev.interlock.policy.contract;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compiles CEL that answers yes or no. Variables have types, so that a name nobody knows is found when a policy is read;
 * no function reads a clock or chance. How long one may be, how deep, and how often its loops may run is bounded.
 */
final class Expressions {
    /** The longest expression, in characters. */
    static final int LONGEST = 4_096;

    /** How often all loops of one evaluation may run together. */
    static final int MOST_ITERATIONS = 10_000;

    private static final int DEPTH = 64;
    private static final CelType COUNTS = MapType.create(SimpleType.STRING, SimpleType.INT);
    private static final CelType TEXTS = MapType.create(SimpleType.STRING, SimpleType.STRING);
    private static final CelType ANY = MapType.create(SimpleType.STRING, SimpleType.DYN);

    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(LONGEST)
            .maxParseRecursionDepth(DEPTH)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .maxRegexProgramSize(4 * Patterns.MOST_STEPS)
            .enableHeterogeneousNumericComparisons(true)
            .evaluateCanonicalTypesToNativeValues(true)
            .build();

    /** About a call that is proposed. */
    static final Expressions CALL = new Expressions(Map.ofEntries(
            Map.entry("call.tool", SimpleType.STRING),
            Map.entry("call.kind", SimpleType.STRING),
            Map.entry("call.args", ANY),
            Map.entry("call.operation_id", SimpleType.STRING),
            Map.entry("call.agent_id", SimpleType.STRING),
            Map.entry("call.turn", SimpleType.INT),
            Map.entry("tool.effect", SimpleType.STRING),
            Map.entry("tool.named", SimpleType.BOOL),
            Map.entry("run.id", SimpleType.STRING),
            Map.entry("run.succeeded", COUNTS),
            Map.entry("run.failed", COUNTS),
            Map.entry("run.unknown", COUNTS),
            Map.entry("run.last", TEXTS),
            Map.entry("counters.turns", SimpleType.INT),
            Map.entry("counters.calls", SimpleType.INT),
            Map.entry("counters.model_calls", SimpleType.INT),
            Map.entry("counters.retries", SimpleType.INT),
            Map.entry("counters.denials", SimpleType.INT),
            Map.entry("counters.ran_ms", SimpleType.INT),
            Map.entry("counters.cost_micros", SimpleType.INT),
            Map.entry("counters.cost_left_micros", SimpleType.INT)));

    /** About the value of a result that is ok. */
    static final Expressions VALUE = new Expressions(Map.of(
            "value", SimpleType.DYN, "call.tool", SimpleType.STRING, "call.kind", SimpleType.STRING, "call.args", ANY));

    private final CelCompiler compiler;
    private final CelRuntime runtime = CelRuntimeFactory.standardCelRuntimeBuilder()
            .setOptions(OPTIONS)
            .addFunctionBindings(CelFunctionBinding.from(InProgress.NAME, Object.class, InProgress::says))
            .build();
    private final String names;

    private Expressions(Map<String, CelType> variables) {
        CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
                .addFunctionDeclarations(CelFunctionDecl.newFunctionDeclaration(
                        InProgress.NAME,
                        CelOverloadDecl.newGlobalOverload(InProgress.NAME, SimpleType.BOOL, SimpleType.DYN)))
                .setOptions(OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .setResultType(SimpleType.BOOL);
        variables.forEach(builder::addVar);
        this.compiler = builder.build();
        this.names = String.join(", ", new TreeMap<>(variables).keySet());
    }

    /**
     * Compiles one.
     *
     * @throws CelFault with the first thing that is wrong with it
     */
    Expression compile(String text) throws CelFault {
        if (text.length() > LONGEST) {
            throw new CelFault("must have at most " + LONGEST + " characters", 1, 0);
        }
        CelValidationResult result = compiler.compile(text);
        Optional<CelIssue> error = result.getErrors().stream().findFirst();
        if (error.isPresent()) {
            throw fault(error.get());
        }
        try {
            CelAbstractSyntaxTree tree = result.getAst();
            Optional<String> cost = CelCost.fault(tree.getExpr());
            if (cost.isPresent()) {
                throw new CelFault(cost.get(), 1, 0);
            }
            return new Expression(runtime.createProgram(tree));
        } catch (CelValidationException | CelEvaluationException e) {
            throw new CelFault("must be CEL: " + e.getMessage(), 1, 0);
        }
    }

    private CelFault fault(CelIssue issue) {
        String said = issue.getMessage();
        String known = said.contains("undeclared reference") ? "; known are " + names : "";
        return new CelFault(
                "must be CEL: " + said + known,
                Math.max(1, issue.getSourceLocation().getLine()),
                Math.max(0, issue.getSourceLocation().getColumn()));
    }
}
