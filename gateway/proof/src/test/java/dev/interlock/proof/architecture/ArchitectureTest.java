package dev.interlock.proof.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.interlock.schemas.RecordCodec;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Which class may use which. The reason of each rule says what to do where it is broken. */
@AnalyzeClasses(packages = "dev.interlock", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {
    private static final String CORE = "dev.interlock.core..";
    private static final String SCHEMAS = "dev.interlock.schemas..";
    private static final String WORKER = "dev.interlock.worker..";
    private static final String POLICY = "dev.interlock.policy..";
    private static final String SERVER = "dev.interlock.server..";
    private static final String WIRE = "dev.interlock.server.wire..";
    private static final String STREAM = "dev.interlock.server.stream..";
    private static final String AUDIT = "dev.interlock.audit..";
    private static final String CRASH = "dev.interlock.chaos.crash..";

    private static final Set<String> FLOATING = Set.of("float", "double", "java.lang.Float", "java.lang.Double");

    @ArchTest
    static final ArchRule core_dependsOnTheJdkAlone = classes()
            .that()
            .resideInAPackage(CORE)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    CORE,
                    "java.lang",
                    "java.lang.annotation",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.math",
                    "java.util",
                    "java.util.function",
                    "java.util.stream"))
            .because("a decision is a function of what it is told: no clock, no input or output, no thread, no library."
                    + " Let the caller read it and hand it in as a fact");

    @ArchTest
    static final ArchRule core_readsNoClockAndNoChance = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .dependOnClassesThat(oneOf(
                    "java.lang.System",
                    "java.lang.Runtime",
                    "java.lang.Thread",
                    "java.lang.ThreadLocal",
                    "java.lang.Process",
                    "java.util.Random",
                    "java.util.UUID",
                    "java.util.Date",
                    "java.util.Calendar",
                    "java.util.Timer"))
            .orShould()
            .callMethod(Math.class, "random")
            .because("replay must decide what was decided. Take the time from the input, and ids from what they name");

    @ArchTest
    static final ArchRule core_callsNothingThatTakesOrGivesFloatingPoint = noClasses()
            .that()
            .resideInAPackage(CORE)
            .should()
            .callCodeUnitWhere(takesOrGivesFloatingPoint())
            .because("amounts are exact. Count in the smallest unit with long, compare with BigDecimal");

    @ArchTest
    static final ArchRule schemas_dependOnJacksonAndAvroAlone = classes()
            .that()
            .resideInAPackage(SCHEMAS)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    SCHEMAS, "java..", "javax.crypto..", "com.fasterxml.jackson..", "org.apache.avro.."))
            .because("the wire contract is read without Kafka and without the gateway. Move what needs more to its"
                    + " user");

    @ArchTest
    static final ArchRule avro_isSeenBySchemasAlone = noClasses()
            .that()
            .resideOutsideOfPackage(SCHEMAS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.avro..")
            .because("a record has one Java form. Use RecordCodec");

    @ArchTest
    static final ArchRule worker_dependsOnSchemasAndTheKafkaClientAlone = classes()
            .that()
            .resideInAPackage(WORKER)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    WORKER,
                    SCHEMAS,
                    "java..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common..",
                    "org.slf4j.."))
            .because("whoever writes a worker takes this library into an application of theirs. Do without more");

    @ArchTest
    static final ArchRule operator_dependsOnTheClientLibraryAndTheWords = classes()
            .that()
            .resideInAPackage("dev.interlock.operator..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.interlock.operator..",
                    CORE,
                    SCHEMAS,
                    WORKER,
                    "java..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common.."))
            .because("whoever commands speaks to topics, wherever the gateway is. Let the caller look things up");

    @ArchTest
    static final ArchRule policy_needsNeitherKafkaNorTheGateway = classes()
            .that()
            .resideInAPackage(POLICY)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    POLICY,
                    CORE,
                    SCHEMAS,
                    "java..",
                    "com.fasterxml.jackson..",
                    "org.snakeyaml.engine..",
                    "com.networknt.schema..",
                    "dev.cel..",
                    "com.google.re2j..",
                    "com.google.common.collect.."))
            .because("a policy file is checked, drafted and tried on a desk. Let the caller fetch what it needs");

    @ArchTest
    static final ArchRule yaml_isReadInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("dev.interlock.policy.yaml..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.snakeyaml.engine..", "org.yaml.snakeyaml..", "com.fasterxml.jackson.dataformat.yaml..")
            .because("its limits, and the place of each fault, hold for every file a person writes. Use YamlReader");

    @ArchTest
    static final ArchRule languagesOfContracts_areEvaluatedInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("dev.interlock.policy.contract..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.cel..", "com.google.re2j..", "com.networknt.schema..")
            .because("what they may cost is bounded there. Hand on the facts they give");

    @ArchTest
    static final ArchRule packagesOfThePolicy_haveNoCycles = slices().matching("dev.interlock.policy.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package can then be read without the others. Move the class to where it is used");

    @ArchTest
    static final ArchRule kafkaStreams_isSeenByStreamAlone = noClasses()
            .that()
            .resideOutsideOfPackages(STREAM, CRASH)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.kafka.streams..")
            .because("all else must be testable without it. Move the code into server.stream, or hand it plain values."
                    + " What disturbs a gateway under test is configured into it, and therefore sees it too");

    @ArchTest
    static final ArchRule judge_sharesNothingWithWhatItJudges = classes()
            .that()
            .resideInAnyPackage(
                    "dev.interlock.audit.source..", "dev.interlock.audit.export..", "dev.interlock.audit.witness..")
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    "dev.interlock.audit.source..",
                    "dev.interlock.audit.export..",
                    "dev.interlock.audit.witness..",
                    SCHEMAS,
                    "java..",
                    "com.fasterxml.jackson..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common.."))
            .because("a judge that reads with the code of a stage makes its mistakes. Read the topics");

    @ArchTest
    static final ArchRule audit_knowsTheCodecsOfTheGatewayAtMost = classes()
            .that()
            .resideInAPackage(AUDIT)
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                    AUDIT,
                    SCHEMAS,
                    CORE,
                    POLICY,
                    WIRE,
                    "dev.interlock.server.replay..",
                    "java..",
                    "com.fasterxml.jackson..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common.."))
            .because("an audit needs neither the stores nor the stages of the gateway, and holds without them. Read the"
                    + " topics");

    @ArchTest
    static final ArchRule packagesOfTheAudit_haveNoCycles = slices().matching("dev.interlock.audit.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package can then be read without the others. Move the class to where it is used");

    @ArchTest
    static final ArchRule backtest_needsNoBroker = noClasses()
            .that()
            .resideInAPackage("dev.interlock.backtest..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", SERVER, WORKER)
            .because("it plays decisions alone. Hand it what it lacks as a fact");

    @ArchTest
    static final ArchRule product_doesNotKnowWhatDisturbsIt = noClasses()
            .that()
            .resideInAnyPackage(CORE, POLICY, SERVER, WORKER, SCHEMAS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.interlock.chaos..")
            .because("points to crash at are reached by configuration alone");

    @ArchTest
    static final ArchRule records_areReadAndWrittenInWireAlone = noClasses()
            .that()
            .resideInAPackage(SERVER)
            .and()
            .resideOutsideOfPackage(WIRE)
            .should()
            .dependOnClassesThat(oneOf(RecordCodec.class.getName()))
            .because(
                    "contract and core use the same words for different types. Turn bytes into core types, and back, in"
                            + " server.wire");

    @ArchTest
    static final ArchRule packagesOfTheServer_haveNoCycles = slices().matching("dev.interlock.server.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package can then be read without the others. Move the class to where it is used");

    @ArchTest
    static final ArchRule packagesOfTheCore_haveNoCycles = slices().matching("dev.interlock.core.(*)..")
            .should()
            .beFreeOfCycles()
            .because("a package can then be read without the others. Move the class to where it is used");

    /** Scripted workers die in the middle of a call, and whoever reaches a crash point there: that is what they are for. */
    @ArchTest
    static final ArchRule jvm_isEndedByMainClassesAlone = noClasses()
            .that(have("no main method", type -> !hasMain(type)))
            .and()
            .resideOutsideOfPackages("dev.interlock.scenarios..", CRASH)
            .should()
            .callCodeUnitWhere(endsTheJvm())
            .because("a part that ends the JVM cannot be tested, nor used by another. Throw, and let main decide");

    private static DescribedPredicate<JavaClass> oneOf(String... names) {
        Set<String> set = Set.of(names);
        return have("a name of " + List.of(names), type -> set.contains(type.getName()));
    }

    private static <T> DescribedPredicate<T> have(String what, Predicate<T> test) {
        return DescribedPredicate.describe("have " + what, test);
    }

    private static DescribedPredicate<JavaCall<?>> takesOrGivesFloatingPoint() {
        return DescribedPredicate.describe(
                "it takes or gives floating point",
                call -> Stream.concat(
                                call.getTarget().getRawParameterTypes().stream(),
                                Stream.of(call.getTarget().getRawReturnType()))
                        .anyMatch(type -> FLOATING.contains(type.getName())));
    }

    private static DescribedPredicate<JavaCall<?>> endsTheJvm() {
        return DescribedPredicate.describe(
                "it ends the JVM",
                call -> Set.of("java.lang.System", "java.lang.Runtime")
                                .contains(call.getTargetOwner().getName())
                        && Set.of("exit", "halt").contains(call.getName()));
    }

    private static boolean hasMain(JavaClass type) {
        return type.tryGetMethod("main", String[].class).isPresent();
    }
}
